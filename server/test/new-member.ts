import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

export const JWT_SECRET = 'a-secret-of-the-tests-with-more-than-32-characters'

export type TestMember = { id: string; email: string; token: string; sessionId: string }

type Sql = (text: string, values: unknown[]) => Promise<unknown>

/** A session row with a token that the test signs, which is faster than a sign-in. */
export async function newMember(
  sql: Sql,
  { aal = 'aal1', method = 'password', hasFactor = false, lasts = '1 hour', now = new Date() },
): Promise<TestMember> {
  const [id, sessionId] = [randomUUID(), randomUUID()]
  const email = `${id}@example.test`
  await sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     values ($1, 'authenticated', 'authenticated', $2, now())`,
    [id, email],
  )
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  await sql(
    `insert into auth.sessions (id, user_id, aal, amr, refresh_key_sealed)
     values ($1, $2, $3, $4, 'enc1.unused')`,
    [sessionId, id, aal, JSON.stringify(amr)],
  )
  if (hasFactor) {
    await sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed)
       values ($1, $2, 'totp', 'verified', 'enc1.unused')`,
      [randomUUID(), id],
    )
  }
  const claims = { sub: id, role: 'authenticated', aal, amr, session_id: sessionId }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(lasts)
    .sign(new TextEncoder().encode(JWT_SECRET))

  return { id, email, token, sessionId }
}
