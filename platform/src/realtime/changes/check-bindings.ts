import { type Database, theServer } from '#db/database.ts'
import { sqlState, temporaryFailure } from '#db/errors.ts'
import { type Caller, type ChangeBinding, ChangesRefused } from './changes-feed.ts'
import { conditionSql, quoted } from './filter-sql.ts'
import { type Condition, type Filter, FilterUnreadable, parseFilter } from './parse-filter.ts'
import type { PublishedTable } from './published-tables.ts'
import { type RelationFacts, readFacts } from './relation-facts.ts'
import type { CheckedBinding } from './subscriptions.ts'

const WITHOUT_CHANGES = 'Please check Realtime is enabled for the given connect parameters'
const FAILED = 'An exception happened so please check your connect parameters'
const SELECT_OF_SCHEMA =
  'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.'

export type Checked = {
  bindings: CheckedBinding[]
  /** The tables that have to be watched, by oid. */
  tables: Set<string>
}

/** Throws ChangesRefused where a binding names nothing that the caller may see. */
export async function checkBindings(
  db: Database,
  caller: Caller,
  bindings: readonly ChangeBinding[],
  published: readonly PublishedTable[],
): Promise<Checked> {
  const checked: CheckedBinding[] = []
  const tables = new Set<string>()
  const conditionsOf = new Map(bindings.map((binding) => [binding, readFilter(binding)]))
  const named = published.filter((table) => bindings.some((binding) => isNamed(binding, table)))
  const oids = [...new Set(named.map(({ oid }) => oid))]
  const facts = await readFacts(db, oids, [caller.role])

  for (const binding of bindings) {
    const conditions = conditionsOf.get(binding) ?? []
    const refuse = refusalOf(binding, conditions)
    const usable = named.filter(
      (table) => isNamed(binding, table) && table.isAttached && !table.isFiltered,
    )
    const visible = usable.filter(({ oid }) => maySelectKey(facts.get(oid), caller.role))
    const [table] = visible
    if (!table) throw refuse(usable.length === 0 ? null : 'Error 401: Unauthorized')
    for (const { root } of visible) tables.add(root)
    const of = facts.get(table.oid) as RelationFacts
    if (!binding.table && (conditions.length > 0 || binding.select))
      throw new ChangesRefused(SELECT_OF_SCHEMA)
    refuseColumns(binding, conditions, { facts: of, role: caller.role, refuse })
    checked.push({
      id: binding.id,
      event: binding.event,
      schema: binding.schema,
      table: binding.table,
      filter: await checkFilter(db, of, conditions, refuse),
      select: binding.select?.length ? binding.select : undefined,
    })
  }
  return { bindings: checked, tables }
}

function readFilter({ filter }: ChangeBinding): Condition[] {
  try {
    return filter === undefined ? [] : parseFilter(filter)
  } catch (error) {
    throw error instanceof FilterUnreadable ? new ChangesRefused(error.message) : error
  }
}

const isNamed = (binding: ChangeBinding, { schema, name }: PublishedTable) =>
  binding.schema === schema && (binding.table === undefined || binding.table === name)

function maySelectKey(facts: RelationFacts | undefined, role: string): boolean {
  const selectable = facts?.roles[role]?.selectable ?? []
  const keys = facts?.columns.filter(({ isKey }) => isKey) ?? []

  return selectable.length > 0 && keys.every(({ name }) => selectable.includes(name))
}

type Refuse = (exception: string | null) => ChangesRefused

/** The text of Supabase Realtime, which clients show. */
function refusalOf(binding: ChangeBinding, conditions: readonly Condition[]): Refuse {
  const filters = conditions.map(
    ({ column, operator, values, isNegated }) =>
      `{${[column, operator, operator === 'in' ? `{${values.join(',')}}` : values[0]].map((one) => JSON.stringify(one)).join(', ')}, ${isNegated}}`,
  )
  const select = binding.select?.length
    ? `[${binding.select.map((one) => JSON.stringify(one)).join(', ')}]`
    : 'nil'
  const given = `[event: ${binding.event}, schema: ${binding.schema}, table: ${binding.table ?? '*'}, filters: [${filters.join(', ')}], select: ${select}]`

  return (exception) =>
    new ChangesRefused(
      `Unable to subscribe to changes with given parameters. ${
        exception === null
          ? `${WITHOUT_CHANGES}: ${given}`
          : `${FAILED}: ${given}. Exception: ${exception}`
      }`,
    )
}

type Against = { facts: RelationFacts; role: string; refuse: Refuse }

function refuseColumns(
  { select = [] }: ChangeBinding,
  conditions: readonly Condition[],
  { facts, role, refuse }: Against,
): void {
  const selectable = facts.roles[role]?.selectable ?? []
  const shown = new Set(
    facts.columns
      .filter(({ name, isPublished }) => isPublished && selectable.includes(name))
      .map(({ name }) => name),
  )
  const condition = conditions.find(({ column }) => !shown.has(column))
  if (condition) throw refuse(`invalid column for filter ${condition.column}`)
  const column = select.find((name) => !shown.has(name))
  if (column !== undefined) throw refuse(`invalid column for select ${column}`)
}

async function checkFilter(
  db: Database,
  facts: RelationFacts,
  conditions: Condition[],
  refuse: Refuse,
): Promise<Filter | null> {
  if (conditions.length === 0) return null
  const columnOf = new Map(facts.columns.map((column) => [column.name, column]))
  const typeOf = (name: string) => columnOf.get(name)?.sqlType ?? 'text'
  const texts = await castValues(db, conditions, typeOf).catch((error: unknown) => {
    const isTheirs = sqlState(error) !== undefined && temporaryFailure(error) === null
    throw isTheirs ? refuse(`ERROR ${sqlState(error)} ${(error as Error).message}`) : error
  })
  const isEquality = ({ column, operator, isNegated }: Condition) =>
    (operator === 'eq' || operator === 'in') && !isNegated && columnOf.get(column)?.isExact

  return {
    key: JSON.stringify(conditions),
    conditions,
    equals: conditions.every(isEquality)
      ? conditions.map(({ column }, i) => ({ column, texts: new Set(texts[i]) }))
      : null,
  }
}

const IS_PATTERN = new Set(['like', 'ilike', 'match', 'imatch', 'is'])

/** Tries operators and casts; returns each condition's values as JSON texts. */
async function castValues(
  db: Database,
  conditions: readonly Condition[],
  typeOf: (column: string) => string,
): Promise<string[][]> {
  const values: string[] = []
  const parameter = (value: string) => `($1::text[])[${values.push(value)}]`
  const columns = [...new Set(conditions.map(({ column }) => column))]
  const casts = conditions.map(({ column, operator, values: given }) => {
    const cast = (value: string) => {
      if (operator === 'match' || operator === 'imatch')
        return `to_json('' ~ ${parameter(value)})::text`
      if (operator === 'like' || operator === 'ilike')
        return `to_json('' like ${parameter(value)})::text`

      return `to_json(${parameter(value)}::${IS_PATTERN.has(operator) ? 'text' : typeOf(column)})::text`
    }

    return `array[${given.map(cast).join(', ')}]::text[]`
  })
  const tried = conditions.map((one) => conditionSql(one, typeOf(one.column), parameter))
  const { rows } = await db.ask<{ texts: string[][] }>(
    theServer,
    {
      text: `select json_build_array(${casts.join(', ')}) as texts, ${tried.map((sql, i) => `${sql} as tried_${i}`).join(', ')}
               from json_to_record('{}') as changed (${columns.map((name) => `${quoted(name)} ${typeOf(name)}`).join(', ')})
              where $1::text[] is not null`,
      values: [values],
    },
    { readOnly: true },
  )

  return rows[0]?.texts ?? []
}
