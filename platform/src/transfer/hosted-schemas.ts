/** Schemas of a hosted project that this platform has in a form of its own, or not at all. Their definitions never run. */
const HOSTED = new Set([
  '_analytics',
  '_realtime',
  '_supavisor',
  'auth',
  'cron',
  'dbdev',
  'etl',
  'extensions',
  'graphql',
  'graphql_public',
  'information_schema',
  'net',
  'pgbouncer',
  'pgmq',
  'pgsodium',
  'pgsodium_masks',
  'pgtle',
  'realtime',
  'repack',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'tiger',
  'tiger_data',
  'topology',
  'vault',
])

/** Schemas that only this platform has. */
export const OWN_SCHEMAS = ['history', 'jobs', 'ops', 'realtime_private', 'storage_private']

export const isHostedSchema = (name: string): boolean =>
  HOSTED.has(name) || name.startsWith('pg_') || /^_?timescaledb_/.test(name)

export const isOwnSchema = (name: string): boolean => OWN_SCHEMAS.includes(name)

/** For queries: the schemas whose content belongs to the project's author. */
export const AUTHORS_SCHEMAS = `nspname !~ '^pg_' and nspname !~ '^_?timescaledb_'
  and nspname <> all ('{${[...HOSTED, ...OWN_SCHEMAS].join(',')}}'::text[])`

/** Roles of a hosted project; what they are is this platform's affair. */
const ROLES =
  /^(anon|authenticated|authenticator|cli_login_.*|dashboard_user|pgbouncer|postgres|service_role|supabase_.*|pgsodium_.*|pgtle_admin|pg_.*)$/

export const isHostedRole = (name: string): boolean => ROLES.test(name)
