import type { Sql } from '#db/database.ts'
import { forgetFactors } from './forget-factors.ts'

/** Where sealed texts are stored. The texts are SQL. */
export type SealedColumn = {
  table: string
  /** For operators. */
  name: string
  /** The column that names a row. */
  key: string
  keyType: 'uuid' | 'text'
  /** The sealed text of a row. */
  read: string
  /** What it was sealed for. */
  place: string
  /** Sets it to another text. */
  write: (text: string) => string
  /** Clears the texts of these rows, which no key opens. Returns the accounts whose owners have to do something. */
  forget: Forget
}

type Forget = (sql: Sql, now: Date, keys: readonly string[]) => Promise<Forgotten>

export type Forgotten = { accounts: readonly string[]; loss: Loss | null }

/** What an owner has to set up again. Whoever was only signed out is told by the login. */
type Loss = 'app' | 'github'

/** The platform's own. A product adds those of its tables. */
export const platformSealedColumns: readonly SealedColumn[] = [
  sealedColumn('auth.sessions', 'refresh_key_sealed', 'sessions|refresh_key'),
  sealedColumn('auth.mfa_factors', 'secret_sealed', 'mfa_factors|secret', {
    forget: async (sql, now, keys) => ({
      accounts: await forgetFactors(sql, now, keys),
      loss: 'app',
    }),
  }),
  ...['provider_checks', 'provider_access_token', 'provider_refresh_token', 'pending_identity'].map(
    (name) => sealedColumn('auth.flow_state', `${name}_sealed`, `flow_state|${name}`),
  ),
  // The operator gives the secret again, and then enables it.
  sealedColumn(
    'auth.custom_oauth_providers',
    'client_secret_sealed',
    'custom_oauth_providers|client_secret',
    { forget: disableProviders },
  ),
  sealedColumn('auth.saml_flows', 'outcome_sealed', 'saml_flows|outcome'),
  sealedColumn('auth.saml_tests', 'report_sealed', 'saml_tests|report'),
  sealedColumn('ops.mail_outbox', 'payload_sealed', 'mail_outbox|payload'),
  {
    table: 'ops.jobs',
    name: 'payload.sealed',
    key: 'id',
    keyType: 'uuid',
    read: `payload ->> 'sealed'`,
    place: `'jobs|' || kind || '|sealed'`,
    write: (text) => `payload = jsonb_set(payload, '{sealed}', to_jsonb(${text}))`,
    forget: deletingRows('ops.jobs', 'id', 'uuid'),
  },
]

type Options = { key?: string; keyType?: SealedColumn['keyType']; forget?: Forget }

/** A column that holds nothing else; `place` and the row's key name what a text was sealed for. Without it the row has no use. */
export function sealedColumn(
  table: string,
  name: string,
  place: string,
  { key = 'id', keyType = 'uuid', forget = deletingRows(table, key, keyType) }: Options = {},
): SealedColumn {
  return {
    table,
    name,
    key,
    keyType,
    read: name,
    place: `'${place}|' || ${key}`,
    write: (text) => `${name} = ${text}`,
    forget,
  }
}

function deletingRows(table: string, key: string, keyType: SealedColumn['keyType']): Forget {
  return async (sql, _now, keys) => {
    await sql.query(`delete from ${table} where ${key} = any ($1::${keyType}[])`, [keys])
    return { accounts: [], loss: null }
  }
}

/** The secret stays, because the column takes no null; nobody can sign in by a disabled provider. */
async function disableProviders(sql: Sql, now: Date, keys: readonly string[]): Promise<Forgotten> {
  await sql.query(
    `update auth.custom_oauth_providers set enabled = false, updated_at = $2
      where id = any ($1::uuid[])`,
    [keys, now],
  )

  return { accounts: [], loss: null }
}
