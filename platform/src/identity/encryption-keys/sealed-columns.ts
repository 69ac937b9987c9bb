/** Where sealed texts are stored. All parts are SQL. */
export type SealedColumn = {
  table: string
  /** For operators. */
  name: string
  /** The column that names a row. */
  key: string
  /** The sealed text of a row. */
  read: string
  /** What it was sealed for. */
  place: string
  /** Sets it to another text. */
  write: (text: string) => string
}

/** The platform's own. A product adds those of its tables. */
export const platformSealedColumns: readonly SealedColumn[] = [
  sealedColumn('auth.sessions', 'refresh_key_sealed', 'sessions|refresh_key'),
  sealedColumn('auth.mfa_factors', 'secret_sealed', 'mfa_factors|secret'),
  ...['provider_checks', 'provider_access_token', 'provider_refresh_token', 'pending_identity'].map(
    (name) => sealedColumn('auth.flow_state', `${name}_sealed`, `flow_state|${name}`),
  ),
  sealedColumn(
    'auth.custom_oauth_providers',
    'client_secret_sealed',
    'custom_oauth_providers|client_secret',
  ),
  sealedColumn('auth.saml_flows', 'outcome_sealed', 'saml_flows|outcome'),
  sealedColumn('auth.saml_tests', 'report_sealed', 'saml_tests|report'),
  sealedColumn('ops.mail_outbox', 'payload_sealed', 'mail_outbox|payload'),
  {
    table: 'ops.jobs',
    name: 'payload.sealed',
    key: 'id',
    read: `payload ->> 'sealed'`,
    place: `'jobs|' || kind || '|sealed'`,
    write: (text) => `payload = jsonb_set(payload, '{sealed}', to_jsonb(${text}))`,
  },
]

/** A column that holds nothing else; `place` and the row's key name what a text was sealed for. */
export function sealedColumn(table: string, name: string, place: string, key = 'id'): SealedColumn {
  return {
    table,
    name,
    key,
    read: name,
    place: `'${place}|' || ${key}`,
    write: (text) => `${name} = ${text}`,
  }
}
