import { wordsOf } from './split-statements.ts'

/**
 * How a statement of a project runs. `configured`: with the rights of the configured address, because the login role is no superuser.
 * `skip`: it gives something to a role of the hosted platform, whose place the login role takes. `refuse`: no client of
 * a database can run it.
 */
export type StatementKind =
  | { run: 'login'; text: string }
  | { run: 'configured'; text: string; extension: string | null }
  | { run: 'skip' }
  | { run: 'refuse'; reason: string }

/** Roles that own things at the hosted platform. Here the login role owns all of them. */
const HOSTED_OWNERS = new Set([
  'postgres',
  'pg_database_owner',
  'supabase_admin',
  'supabase_auth_admin',
  'supabase_realtime_admin',
  'supabase_storage_admin',
])

const MOST_WORDS = 64

export function kindOf(text: string): StatementKind {
  const words = wordsOf(text, MOST_WORDS)
  const [first = '', second = '', third = ''] = words

  if (second === 'extension' && ['create', 'alter', 'drop', 'comment'].includes(first)) {
    return { run: 'configured', text, extension: first === 'create' ? extensionIn(words) : null }
  }
  if (first === 'comment' && third === 'extension') {
    return { run: 'configured', text, extension: null }
  }
  if (changesRole(words)) return { run: 'configured', text, extension: null }
  if (first === 'copy' && words.includes('stdin')) return { run: 'refuse', reason: NO_COPY }
  if (first === 'alter' && second === 'default') return defaultPrivileges(text, words)
  if (first === 'alter' && isHosted(ownerIn(words))) return { run: 'skip' }

  return { run: 'login', text }
}

const NO_COPY =
  'COPY … FROM stdin is followed by data that only psql sends. Dump the data as INSERT statements.'

/** `create extension [if not exists] name` */
const extensionIn = (words: string[]) => (words[2] === 'if' ? words[5] : words[2]) ?? null

/** `create role`, `alter user`, but not `create user mapping`. */
const changesRole = ([first = '', second = '', third]: string[]) =>
  ['create', 'alter', 'drop'].includes(first) &&
  ['role', 'user', 'group'].includes(second) &&
  third !== 'mapping'

function ownerIn(words: string[]): string | undefined {
  const at = words.findIndex((word, index) => word === 'owner' && words[index + 1] === 'to')

  return at === -1 ? undefined : words[at + 2]
}

const isHosted = (role: string | undefined) => role !== undefined && HOSTED_OWNERS.has(role)

/** `alter default privileges for role postgres …` says what the owner of new tables grants. */
function defaultPrivileges(text: string, words: string[]): StatementKind {
  const role = words[3] === 'for' ? words[5] : undefined
  if (!isHosted(role)) return { run: 'login', text }
  if (role !== 'postgres') return { run: 'skip' }

  return { run: 'login', text: text.replace(FOR_POSTGRES, ' ') }
}

const FOR_POSTGRES = /\sfor\s+(?:role|user)\s+"?postgres"?\s/i
