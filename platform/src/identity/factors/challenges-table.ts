import type { Sql } from '#db/database.ts'

export type Challenge = {
  id: string
  isFromHere: boolean
  isUsed: boolean
  created_at: Date
  /** Base64url; null for an app's challenge. */
  webAuthnChallenge: string | null
  /** The digest of the code in a text message; null for other factors. */
  otpCodeHash: string | null
  wrongCodes: number
}

type NewChallenge = {
  id: string
  factorId: string
  ip: string
  now: Date
  webAuthnChallenge: string | null
  otpCodeHash: string | null
}

export async function insertChallenge(
  sql: Sql,
  { id, factorId, ip, now, webAuthnChallenge, otpCodeHash }: NewChallenge,
): Promise<void> {
  await sql.query(
    `insert into auth.mfa_challenges (id, factor_id, ip_address, created_at, web_authn_session_data, otp_code_hash)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      factorId,
      ip,
      now,
      webAuthnChallenge && JSON.stringify({ challenge: webAuthnChallenge }),
      otpCodeHash,
    ],
  )
  await sql.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
    factorId,
    now,
  ])
}

/** A challenge is valid only for its own factor. */
export async function findChallenge(
  sql: Sql,
  { id, factorId, ip }: { id: string; factorId: string; ip: string },
): Promise<Challenge | null> {
  const { rows } = await sql.query<Challenge>(
    `select id, ip_address = $3::inet as "isFromHere", verified_at is not null as "isUsed", created_at,
            web_authn_session_data ->> 'challenge' as "webAuthnChallenge",
            otp_code_hash as "otpCodeHash", wrong_codes as "wrongCodes"
       from auth.mfa_challenges
      where id = $1 and factor_id = $2`,
    [id, factorId, ip],
  )

  return rows[0] ?? null
}

export async function useChallenge(sql: Sql, now: Date, id: string): Promise<void> {
  await sql.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now])
}

export async function countWrongAnswer(sql: Sql, id: string): Promise<void> {
  await sql.query('update auth.mfa_challenges set wrong_codes = wrong_codes + 1 where id = $1', [
    id,
  ])
}

export async function deleteChallengesBefore(
  sql: Sql,
  factorId: string,
  moment: Date,
): Promise<void> {
  await sql.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
    factorId,
    moment,
  ])
}
