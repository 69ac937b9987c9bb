import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'

/** The provider's id for a user, never their address. */
export type IdentityKey = { provider: string; subject: string }

type NewIdentity = { userId: string; provider: string; providerId: string; data: Metadata }

export async function insertIdentity(
  sql: Sql,
  now: Date,
  { userId, provider, providerId, data }: NewIdentity,
): Promise<void> {
  await sql.query(
    `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [userId, provider, providerId, JSON.stringify(data), now],
  )
}

/** Merges the data into the identity's data. Returns false if the account has no such identity. */
export async function mergeIdentityData(
  sql: Sql,
  now: Date,
  { userId, provider, data }: Omit<NewIdentity, 'providerId'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update auth.identities
        set identity_data = identity_data || $3::jsonb, updated_at = $4
      where user_id = $1 and provider = $2`,
    [userId, provider, JSON.stringify(data), now],
  )

  return rowCount > 0
}

export async function touchIdentity(
  sql: Sql,
  now: Date,
  userId: string,
  provider: string,
): Promise<void> {
  await sql.query(
    `update auth.identities
        set last_sign_in_at = $3, updated_at = $3
      where user_id = $1 and provider = $2`,
    [userId, provider, now],
  )
}

/** Deletes all identities of an account except this one. */
export async function deleteOtherIdentities(
  sql: Sql,
  userId: string,
  { provider, subject }: IdentityKey,
): Promise<void> {
  await sql.query(
    `delete from auth.identities
      where user_id = $1 and (provider, provider_id) <> ($2, $3)`,
    [userId, provider, subject],
  )
}
