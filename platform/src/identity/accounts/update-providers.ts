import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { loadAccount } from './create-account.ts'
import { updateUser } from './users-table.ts'

/** Clients read in app_metadata which providers the user can sign in with. */
export async function updateProviders(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  id: string,
): Promise<Account> {
  const { raw_app_meta_data: before, identities } = await loadAccount(sql, id)
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  const first = providers.find((one) => one === before.provider) ?? providers[0]

  await updateUser(sql, id, clock.now(), {
    raw_app_meta_data: { ...before, ...(first && { provider: first }), providers },
  })
  return loadAccount(sql, id)
}
