import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteSessionsOf } from '#identity/sessions/sessions-table.ts'

type Conversion = {
  /** The only session that is kept. Other sessions may belong to somebody who does not own the address. */
  keepSession: string | null
  /** Whether the password submitted with this address takes effect. */
  withPassword: boolean
}

/** Turns an anonymous account whose address was just proven into a permanent one. */
export async function convertAnonymous(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  { id, is_anonymous, pending_encrypted_password: pending }: Account,
  { keepSession, withPassword }: Conversion,
): Promise<void> {
  if (!is_anonymous) return

  await updateUser(sql, id, clock.now(), {
    is_anonymous: false,
    pending_encrypted_password: null,
    ...(withPassword && pending !== null && { encrypted_password: pending }),
  })
  await deleteSessionsOf(sql, id, { except: keepSession })
}
