import type { RecordedChange } from './changes-table.ts'
import type { Column, RelationFacts } from './relation-facts.ts'
import { objectOf } from './row-text.ts'

/** What is told of one change. Those who may see the same share one object, so that a frame needs to be encoded once. */
export type ChangeData = {
  readonly schema: string
  readonly table: string
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly commit_timestamp: string
  readonly errors: readonly string[] | null
  /** The whole of it as JSON text; integers over 2^53 keep their digits. */
  readonly json: string
}

export const TYPES = { I: 'INSERT', U: 'UPDATE', D: 'DELETE' } as const

const NO_KEY = 'Error 400: Bad Request, no primary key'
const TOO_LARGE = 'Error 413: Payload Too Large'

export type Told = {
  change: RecordedChange & { op: keyof typeof TYPES }
  facts: RelationFacts
  record: ReadonlyMap<string, string> | null
  old: ReadonlyMap<string, string> | null
}

/** The row that filters look at. */
export const rowOf = ({ change, record, old }: Told) => (change.op === 'D' ? old : record)

/** The columns that a role may see of a table, those of `select` and the key. */
export function columnsFor(
  { columns, roles }: RelationFacts,
  role: string,
  select: readonly string[] | undefined,
): Column[] {
  const selectable = new Set(roles[role]?.selectable)

  return columns.filter(
    ({ name, isKey, isPublished }) =>
      isPublished && selectable.has(name) && (isKey || !select || select.includes(name)),
  )
}

/** `isOldWhole`: the old row is sent whole, not only its key. */
export function dataOf(
  { change, facts, record, old }: Told,
  columns: readonly Column[],
  isOldWhole: boolean,
): ChangeData {
  const type = TYPES[change.op]
  const keys = columns.filter(({ isKey }) => isKey)
  const hasKey = facts.columns.some(({ isKey }) => isKey)
  const errors = !hasKey ? [NO_KEY] : change.isCut ? [TOO_LARGE] : null
  const shown = hasKey ? columns : []
  const rowOf = (fields: ReadonlyMap<string, string> | null, of: readonly Column[]) =>
    objectOf(
      of.map(({ name }) => name),
      withoutPrefix(fields ?? NO_FIELDS, of),
    )
  const parts = [
    `"columns":${JSON.stringify(shown.map((column) => ({ name: column.name, type: column.type })))}`,
    `"commit_timestamp":${JSON.stringify(change.at)}`,
    `"errors":${JSON.stringify(errors)}`,
  ]
  if (change.op !== 'D') parts.push(`"record":${rowOf(record, shown)}`)
  if (change.op !== 'I') parts.push(`"old_record":${rowOf(old, isOldWhole ? shown : keys)}`)
  parts.push(
    `"schema":${JSON.stringify(facts.schema)}`,
    `"table":${JSON.stringify(facts.name)}`,
    `"type":"${type}"`,
  )

  return {
    schema: facts.schema,
    table: facts.name,
    type,
    commit_timestamp: change.at,
    errors,
    json: `{${parts.join(',')}}`,
  }
}

const NO_FIELDS: ReadonlyMap<string, string> = new Map()
const HEX = '"\\\\x'

/** Clients of Supabase get the hexadecimal digits of bytea without PostgreSQL's prefix. */
function withoutPrefix(fields: ReadonlyMap<string, string>, columns: readonly Column[]) {
  const bytes = columns.filter(
    ({ name, type }) => type === 'bytea' && fields.get(name)?.startsWith(HEX),
  )
  if (bytes.length === 0) return fields

  const changed = new Map(fields)
  for (const { name } of bytes) changed.set(name, `"${fields.get(name)?.slice(HEX.length)}`)
  return changed
}
