import type { Sql } from '#db/database.ts'
import type { NewCredential } from './verify-credential.ts'

export type Passkey = {
  id: string
  userId: string
  /** Base64url. */
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  isBackupEligible: boolean
  isBackedUp: boolean
  friendlyName: string
  createdAt: Date
  lastUsedAt: Date | null
}

type Row = Omit<Passkey, 'credentialId' | 'publicKey'> & { credentialId: string; publicKey: string }

// Bytes travel as hexadecimal text, which both databases write alike.
const COLUMNS = `
  id, user_id as "userId", encode(credential_id, 'hex') as "credentialId",
  encode(public_key, 'hex') as "publicKey", sign_count::float8 as counter, transports,
  backup_eligible as "isBackupEligible", backed_up as "isBackedUp",
  friendly_name as "friendlyName", created_at as "createdAt", last_used_at as "lastUsedAt"`

const asPasskey = (row: Row): Passkey => ({
  ...row,
  credentialId: Buffer.from(row.credentialId, 'hex').toString('base64url'),
  publicKey: Buffer.from(row.publicKey, 'hex'),
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export async function findByCredential(sql: Sql, credentialId: string): Promise<Passkey | null> {
  const { rows } = await sql.query<Row>(
    `select ${COLUMNS} from auth.webauthn_credentials where credential_id = decode($1, 'hex')`,
    [hex(Buffer.from(credentialId, 'base64url'))],
  )

  return rows[0] ? asPasskey(rows[0]) : null
}

export async function listPasskeysOf(sql: Sql, userId: string): Promise<Passkey[]> {
  const { rows } = await sql.query<Row>(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  )

  return rows.map(asPasskey)
}

type NewPasskey = {
  userId: string
  rpId: string
  friendlyName: string
  credential: NewCredential
  now: Date
}

/** null if the credential is already registered, by anybody. */
export async function insertPasskey(
  sql: Sql,
  { userId, rpId, friendlyName, credential, now }: NewPasskey,
): Promise<Passkey | null> {
  const { rows } = await sql.query<Row>(
    `insert into auth.webauthn_credentials
       (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
        backup_eligible, backed_up, friendly_name, rp_id, created_at, updated_at)
     values ($1, decode($2, 'hex'), decode($3, 'hex'), $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     on conflict (credential_id) do nothing
     returning ${COLUMNS}`,
    [
      userId,
      hex(Buffer.from(credential.id, 'base64url')),
      hex(credential.publicKey),
      credential.attestationType,
      credential.aaguid,
      credential.counter,
      JSON.stringify(credential.transports),
      credential.isBackupEligible,
      credential.isBackedUp,
      friendlyName,
      rpId,
      now,
    ],
  )

  return rows[0] ? asPasskey(rows[0]) : null
}

export async function touchPasskey(
  sql: Sql,
  now: Date,
  { id, counter, isBackedUp }: Pick<Passkey, 'id' | 'counter' | 'isBackedUp'>,
): Promise<void> {
  await sql.query(
    `update auth.webauthn_credentials
        set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4
      where id = $1`,
    [id, counter, isBackedUp, now],
  )
}

export async function renamePasskey(
  sql: Sql,
  now: Date,
  { id, friendlyName }: Pick<Passkey, 'id' | 'friendlyName'>,
): Promise<void> {
  await sql.query(
    `update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1`,
    [id, friendlyName, now],
  )
}

export async function deletePasskey(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.webauthn_credentials where id = $1', [id])
}

/** A host name, other than the site's, for which passkeys exist. */
export async function findOtherRpId(sql: Sql, rpId: string): Promise<string | null> {
  const { rows } = await sql.query<{ rp_id: string }>(
    'select rp_id from auth.webauthn_credentials where rp_id <> $1 limit 1',
    [rpId],
  )

  return rows[0]?.rp_id ?? null
}
