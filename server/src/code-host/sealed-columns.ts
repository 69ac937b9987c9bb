import type { Sql } from '@app/platform/db/database.ts'
import {
  type Forgotten,
  type SealedColumn,
  sealedColumn,
} from '@app/platform/identity/encryption-keys/sealed-columns.ts'
import { dropLostTokens } from './connections-table.ts'

/** Secrets of connections to GitHub. A member has one connection, so their id names the row. */
export const codeHostSealedColumns: readonly SealedColumn[] = [
  ...['access_token', 'refresh_token'].map((name) =>
    sealedColumn('public.github_integrations', name, `github_integrations|${name}`, {
      key: 'user_id',
      forget: forgetTokens,
    }),
  ),
  sealedColumn(
    'public.github_connection_states',
    'code_verifier_sealed',
    'github_connection_states|code_verifier',
    { key: 'state_hash', keyType: 'text' },
  ),
]

async function forgetTokens(sql: Sql, _now: Date, members: readonly string[]): Promise<Forgotten> {
  await dropLostTokens(sql, members)

  return { accounts: members, loss: 'github' }
}
