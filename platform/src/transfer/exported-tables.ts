import { quoteName } from '#data-api/quoting/identifiers.ts'
import type { Sql } from '#db/database.ts'
import { AUTHORS_SCHEMAS } from './hosted-schemas.ts'

/** A table of an export: what is read of it, and the names that a hosted project has for that. */
export type ExportedTable = {
  name: string
  /** Expressions, and the columns that they fill. */
  columns: { name: string; type: string }[]
  targets: string[]
  /** What follows the table in the statement. */
  clauses?: string
  change?: (row: (string | null)[]) => (string | null)[]
}

/** The author's tables, without columns that the database computes. Partitions are written with their parent. */
export async function authorsTables(sql: Sql): Promise<ExportedTable[]> {
  const { rows } = await sql.query<{ schema: string; name: string; columns: string[] }>(
    `select nspname as schema, relname as name, array_remove(array_agg(attname::text order by attnum), null) as columns
       from pg_class
       join pg_namespace on pg_namespace.oid = relnamespace
       left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where relkind in ('r', 'p') and not relispartition and ${AUTHORS_SCHEMAS}
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      group by 1, 2 order by 1, 2`,
  )

  return rows.map(({ schema, name, columns }) => ({
    name: `${quoteName(schema)}.${quoteName(name)}`,
    columns: columns.map((column) => ({ name: quoteName(column), type: 'text' })),
    targets: columns.map(quoteName),
  }))
}

/** Opens the sealed secret of a factor. */
export type OpenFactor = (factorId: string, sealed: string) => string

/** Tables of the platform in the form of a hosted project. */
export const platformTables = (open: OpenFactor): ExportedTable[] => [
  tableOf('auth.users', USERS),
  tableOf('auth.identities', columnsFor(IDENTITIES)),
  {
    ...tableOf('auth.mfa_factors', { ...columnsFor(FACTORS), secret: 'secret_sealed' }),
    clauses: `where factor_type = 'totp' and status = 'verified' and secret_sealed is not null`,
    change: ([id = null, ...rest]) => {
      const sealed = rest.pop() ?? null
      return [id, ...rest, id !== null && sealed !== null ? open(id, sealed) : null]
    },
  },
  tableOf('storage.buckets', columnsFor(BUCKETS)),
  { ...tableOf('storage.objects', columnsFor(OBJECTS)), clauses: 'order by bucket_id, name' },
  tableOf('supabase_migrations.schema_migrations', columnsFor(['version', 'statements', 'name'])),
]

const columnsFor = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]))

const tableOf = (name: string, values: Readonly<Record<string, string>>): ExportedTable => ({
  name,
  columns: Object.values(values).map((value) => ({ name: value, type: 'text' })),
  targets: Object.keys(values).map(quoteName),
})

const EMPTY = `''`
/** The identity service of a hosted project cannot read null where these are empty. */
const USERS = {
  instance_id: `'00000000-0000-0000-0000-000000000000'`,
  ...columnsFor(
    `id aud role email encrypted_password email_confirmed_at invited_at confirmation_sent_at recovery_sent_at
     last_sign_in_at raw_app_meta_data raw_user_meta_data created_at updated_at phone phone_confirmed_at
     banned_until is_sso_user deleted_at is_anonymous`.split(/\s+/),
  ),
  confirmation_token: EMPTY,
  recovery_token: EMPTY,
  email_change_token_new: EMPTY,
  email_change_token_current: EMPTY,
  email_change: EMPTY,
  phone_change: EMPTY,
  phone_change_token: EMPTY,
  reauthentication_token: EMPTY,
}
const IDENTITIES =
  'id user_id provider provider_id identity_data last_sign_in_at created_at updated_at'.split(' ')
const FACTORS = 'id user_id friendly_name factor_type status created_at updated_at'.split(' ')
const BUCKETS =
  'id name owner owner_id public avif_autodetection file_size_limit allowed_mime_types created_at updated_at'.split(
    ' ',
  )
const OBJECTS =
  'id bucket_id name owner owner_id created_at updated_at last_accessed_at metadata user_metadata'.split(
    ' ',
  )
