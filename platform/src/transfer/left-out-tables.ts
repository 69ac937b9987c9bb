const AGAIN = 'everybody signs in again'
const ABSENT = 'this platform does not have it'

/** Tables whose rows nobody would miss. */
const SILENT = new Set([
  'auth.instances',
  'auth.schema_migrations',
  'realtime.schema_migrations',
  'realtime.subscription',
  'storage.migrations',
  'supabase_functions.migrations',
  'supabase_migrations.seed_files',
])

const REASONS: Record<string, string> = {
  'auth.audit_log_entries': 'the record of the past stays where it is',
  'auth.custom_oauth_providers': 'their secrets are sealed there: add them again',
  'auth.flow_state': AGAIN,
  'auth.mfa_amr_claims': AGAIN,
  'auth.mfa_challenges': AGAIN,
  'auth.oauth_authorizations': AGAIN,
  'auth.oauth_clients': 'register them again',
  'auth.oauth_consents': 'asked for again',
  'auth.one_time_tokens': 'links and codes in emails are no longer valid',
  'auth.refresh_tokens': AGAIN,
  'auth.saml_providers': 'add them again',
  'auth.sessions': AGAIN,
  'auth.sso_domains': 'add them again',
  'auth.sso_providers': 'add them again',
  'auth.webauthn_credentials': 'passkeys belong to the host name of the hosted project',
  'cron.job': 'no pg_cron: run them by a scheduler of your own',
  'realtime.messages': 'messages are kept for three days only',
  'supabase_functions.hooks': 'the record of the past stays where it is',
  'vault.secrets': 'sealed with a key of the hosted platform',
}

/** Why rows of a table of the hosted platform do not travel; null: not worth a line. */
export const reasonToLeave = (table: string): string | null =>
  SILENT.has(table) ? null : (REASONS[table] ?? ABSENT)
