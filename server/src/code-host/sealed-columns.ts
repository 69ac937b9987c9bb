import {
  type SealedColumn,
  sealedColumn,
} from '@app/platform/identity/encryption-keys/sealed-columns.ts'

/** Secrets of connections to GitHub. A member has one connection, so their id names the row. */
export const codeHostSealedColumns: readonly SealedColumn[] = [
  ...['access_token', 'refresh_token'].map((name) =>
    sealedColumn('public.github_integrations', name, `github_integrations|${name}`, 'user_id'),
  ),
  sealedColumn(
    'public.github_connection_states',
    'code_verifier_sealed',
    'github_connection_states|code_verifier',
    'state_hash',
  ),
]
