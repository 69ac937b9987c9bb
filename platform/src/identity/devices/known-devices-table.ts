import type { Sql } from '#db/database.ts'

const MOST_DEVICES = 20

/** $1 is an e-mail address or a phone number, $2 the hashes a device may have been stored under. */
export const IS_KNOWN_DEVICE = `exists (
  select from auth.users as account
    join auth.known_devices as device on device.user_id = account.id
   where ((account.email = $1 and not account.is_sso_user) or account.phone = $1)
     and account.deleted_at is null
     and device.device_hash = any($2)
     and device.last_used_at > ops.now() - interval '90 days')`

export const OLD_DEVICES = {
  table: 'auth.known_devices',
  where: `last_used_at < ops.now() - interval '90 days'`,
}

type Use = { userId: string; hash: string; now: Date }

export async function putKnownDevice(sql: Sql, { userId, hash, now }: Use): Promise<void> {
  await sql.query(
    `with dropped as (
       delete from auth.known_devices
        where user_id = $1 and device_hash in (
          select device_hash from auth.known_devices
           where user_id = $1 and device_hash <> $2
           order by last_used_at desc
          offset ${MOST_DEVICES - 1}
        )
     )
     insert into auth.known_devices (user_id, device_hash, last_used_at) values ($1, $2, $3)
     on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at`,
    [userId, hash, now],
  )
}

/** Deletes all of an account's devices, or all except one. */
export async function deleteKnownDevices(
  sql: Sql,
  userId: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<void> {
  await sql.query(
    'delete from auth.known_devices where user_id = $1 and device_hash <> all($2::text[])',
    [userId, except],
  )
}
