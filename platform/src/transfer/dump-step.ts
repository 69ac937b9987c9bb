import { StartError } from '#errors/start-error.ts'
import { isHostedRole, isHostedSchema, isOwnSchema } from './hosted-schemas.ts'
import { grantees, type RoleNames } from './role-names.ts'
import {
  firstQualified,
  indexOfWord,
  nameAt,
  placedWords,
  type QualifiedName,
  type Word,
} from './statement-words.ts'

/** What an import does with a statement of a dump. */
export type DumpStep =
  | { do: 'run'; text: string }
  /** Tells nothing: this platform has its own, or it is for psql alone. */
  | { do: 'ignore' }
  | { do: 'extension'; name: string; text: string }
  | { do: 'role'; name: string; isNew: boolean }
  | { do: 'leave'; what: string; because: string }
  | { do: 'owner' }
  | Rows

export type Rows = {
  do: 'rows'
  table: QualifiedName
  /** null: all, in the order of the table. */
  columns: string[] | null
  format: 'copy' | 'insert'
}

const MOST_WORDS = 5_000
/** The values of an INSERT may be many; its columns are at most 1,600. */
const INSERT_WORDS = 4_000

/** What to do with a statement. `exists` says which of the roles that it names there are. */
export function stepFor(text: string, exists: RoleNames): DumpStep {
  const [first] = placedWords(text, 1)
  const words = placedWords(text, first?.text === 'insert' ? INSERT_WORDS : MOST_WORDS)

  switch (words[0]?.text) {
    case 'set':
      return setting(text, words)
    case 'reset':
    case 'begin':
    case 'start':
    case 'commit':
    case 'end':
    case 'security':
      return IGNORE
    case 'select':
      return called(text, words)
    case 'insert':
      return inserted(words)
    case 'copy':
      return copied(words)
    case 'grant':
    case 'revoke':
      return granted(text, words, exists)
    case 'comment':
      return commented(text, words)
    case 'create':
    case 'alter':
    case 'drop':
      return words[1]?.text === 'default'
        ? defaultPrivileges(text, words, exists)
        : defined(text, words, exists)
    default:
      return run(text)
  }
}

const IGNORE: DumpStep = { do: 'ignore' }
const run = (text: string): DumpStep => ({ do: 'run', text })
const leave = (what: string, because: string): DumpStep => ({ do: 'leave', what, because })

/** Of a dump's settings only the search path has a meaning for what follows. */
function setting(text: string, words: readonly Word[]): DumpStep {
  const name = words[1]?.text
  if (name === 'search_path') return run(text)
  if (name === 'client_encoding' && !/'utf-?8'/i.test(text)) {
    throw new StartError('the dump is not in UTF-8. Write it with --encoding=UTF8')
  }
  return IGNORE
}

const SEQUENCE = /setval\s*\(\s*'\s*"?([^".']+)"?\./i

function called(text: string, words: readonly Word[]): DumpStep {
  const name = words[2]?.text === '.' ? words[3]?.text : words[1]?.text
  if (name === 'setval') {
    const schema = SEQUENCE.exec(text)?.[1]
    return schema !== undefined && isHostedSchema(schema) ? IGNORE : run(text)
  }
  if (name?.startsWith('lo_') || name === 'lowrite') {
    return leave('large objects', 'this platform keeps files in buckets')
  }
  return run(text)
}

function inserted(words: readonly Word[]): DumpStep {
  const table = nameAt(words, 2)
  if (words[1]?.text !== 'into' || !table) throw new StartError('this INSERT names no table')
  const after = table.schema === null ? 3 : 5

  return { do: 'rows', table, columns: columnsAt(words, after), format: 'insert' }
}

function copied(words: readonly Word[]): DumpStep {
  const table = nameAt(words, 1)
  const at = indexOfWord(words, 'from')
  if (!table || words[at + 1]?.text !== 'stdin') {
    throw new StartError('only COPY … FROM stdin is taken')
  }
  if (words.length > at + 2) throw new StartError('COPY is taken in its text format only')
  const after = table.schema === null ? 2 : 4

  return { do: 'rows', table, columns: columnsAt(words, after), format: 'copy' }
}

/** `(a, "b")` */
function columnsAt(words: readonly Word[], at: number): string[] | null {
  if (words[at]?.text !== '(') return null
  const end = indexOfWord(words, ')', at)

  return words
    .slice(at + 1, end)
    .filter(({ text, isQuoted }) => isQuoted || text !== ',')
    .map(({ text }) => text)
}

function granted(text: string, words: readonly Word[], exists: RoleNames): DumpStep {
  const on = indexOfWord(words, 'on')
  const list = grantees(text, words, words[0]?.text === 'revoke' ? 'from' : 'to', exists)
  // Roles of roles: tokens act as three roles only, which are there.
  if (on === -1) return IGNORE
  const kind = words[on + 1]?.text
  if (kind === 'database' || kind === 'parameter') return IGNORE
  const subject = kind === 'schema' ? words[on + 2]?.text : firstQualified(words)?.schema
  if (subject && isHostedSchema(subject)) return IGNORE
  if (list.text === null) {
    const only = list.all.filter((role) => !isHostedRole(role))
    return only.length === 0 ? IGNORE : leave(`role ${only.join(', ')}`, 'there is no such role')
  }
  return run(list.text)
}

const NO_COMMENT = new Set(['extension', 'database', 'role', 'event', 'language', 'large'])

function commented(text: string, words: readonly Word[]): DumpStep {
  const kind = words[2]?.text ?? ''
  if (NO_COMMENT.has(kind)) return IGNORE
  if (kind === 'schema') return isHostedSchema(words[3]?.text ?? '') ? IGNORE : run(text)

  return isForeign(firstQualified(words), kind) ? IGNORE : run(text)
}

/** `alter default privileges [for role postgres] [in schema s] grant … to r` */
function defaultPrivileges(text: string, words: readonly Word[], exists: RoleNames): DumpStep {
  const schemaAt = indexOfWord(words, 'schema')
  const schema = schemaAt === -1 ? undefined : words[schemaAt + 1]?.text
  if (schema && isHostedSchema(schema)) return IGNORE
  const role = words[3]?.text === 'for' ? words[5] : undefined
  if (role && role.text !== 'postgres') return IGNORE
  const isRevoke = indexOfWord(words, 'revoke') > 0
  const list = grantees(text, words, isRevoke ? 'from' : 'to', exists)
  if (list.text === null) return IGNORE
  // The grantees come later, so that this place is still the same.
  const own = role && words[3] ? list.text.slice(0, words[3].from) + list.text.slice(role.to) : null

  return run(own ?? list.text)
}

function defined(text: string, words: readonly Word[], exists: RoleNames): DumpStep {
  const kind = kindIn(words)
  const owner = indexOfWord(words, 'owner')
  if (words[0]?.text === 'alter' && owner > 1 && words[owner + 1]?.text === 'to') {
    return { do: 'owner' }
  }
  switch (kind.name) {
    case 'role':
    case 'user':
    case 'group':
      return roleStep(text, words, kind.at)
    case 'extension':
      return extensionStep(text, words)
    case 'schema':
      return schemaStep(text, words)
    case 'publication':
      return publicationStep(text, words)
    case 'policy':
      return policyStep(text, words, exists)
    case 'database':
    case 'system':
      return IGNORE
    case 'event':
      return leave('event triggers', 'only a superuser may have them')
  }
  const subject = firstQualified(words)
  if (kind.name === 'trigger' && isOfPlatform(subject, words)) return IGNORE
  if (indexOfWord(words, 'trigger') > 2 && words.at(-1)?.text === 'all') return IGNORE

  return isForeign(subject, kind.name) ? IGNORE : run(text)
}

const PREFIXES = ['or', 'replace', 'constraint', 'unique', 'unlogged', 'materialized', 'foreign']
/** What an author may add to tables of the platform. */
const ADDED = new Set(['trigger', 'policy'])

function kindIn(words: readonly Word[]): { name: string; at: number } {
  const at = words.findIndex(({ text }, index) => index > 0 && !PREFIXES.includes(text))

  return { name: words[at]?.text ?? '', at }
}

function isForeign(subject: QualifiedName | null, kind: string): boolean {
  if (!subject?.schema) return false
  if (isOwnSchema(subject.schema)) throw taken(subject.schema)

  return isHostedSchema(subject.schema) && !ADDED.has(kind)
}

/** A trigger of the hosted platform itself, on one of its own tables. */
function isOfPlatform(table: QualifiedName | null, words: readonly Word[]): boolean {
  const execute = indexOfWord(words, 'execute')
  const schema = execute === -1 ? null : nameAt(words, execute + 2)?.schema
  if (!table?.schema || !schema) return false

  return isHostedSchema(table.schema) && (isHostedSchema(schema) || isOwnSchema(schema))
}

const taken = (schema: string) =>
  new StartError(
    `the schema ${schema} is one of this platform's own. Rename it in the project first`,
  )

function schemaStep(text: string, words: readonly Word[]): DumpStep {
  const name = words[words[2]?.text === 'if' ? 5 : 2]?.text ?? ''
  if (isOwnSchema(name)) throw taken(name)

  return name === 'public' || isHostedSchema(name) ? IGNORE : run(text)
}

function extensionStep(text: string, words: readonly Word[]): DumpStep {
  if (words[0]?.text !== 'create') return IGNORE
  const name = words[words[2]?.text === 'if' ? 5 : 2]?.text ?? ''

  return name === 'plpgsql' ? IGNORE : { do: 'extension', name, text }
}

function roleStep(text: string, words: readonly Word[], at: number): DumpStep {
  const name = words[at + 1]?.text ?? ''
  if (name === 'mapping') return run(text)

  return isHostedRole(name) ? IGNORE : { do: 'role', name, isNew: words[0]?.text === 'create' }
}

/** The publication itself is there; tables are added to it. */
function publicationStep(text: string, words: readonly Word[]): DumpStep {
  const name = words[2]?.text ?? ''
  if (name.startsWith('supabase_realtime_')) return IGNORE
  if (name === 'supabase_realtime' && words[0]?.text === 'create') return IGNORE

  return isForeign(firstQualified(words), 'publication') ? IGNORE : run(text)
}

function policyStep(text: string, words: readonly Word[], exists: RoleNames): DumpStep {
  const table = nameAt(words, indexOfWord(words, 'on', 3) + 1)
  if (table?.schema && !['storage', 'realtime'].includes(table.schema)) {
    if (isHostedSchema(table.schema)) return IGNORE
    if (isOwnSchema(table.schema)) throw taken(table.schema)
  }
  const list = grantees(text, words, 'to', exists)
  if (list.text !== null) return run(list.text)

  return leave(`policy ${words[2]?.text} on ${table?.name}`, `there is no role ${list.all.join()}`)
}
