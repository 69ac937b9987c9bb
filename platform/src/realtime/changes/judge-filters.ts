import { type Database, type Statement, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Log } from '#log/log.ts'
import { rowOf, type Told, TYPES } from './change-data.ts'
import { conditionSql, quoted } from './filter-sql.ts'
import type { Filter } from './parse-filter.ts'
import type { RelationFacts } from './relation-facts.ts'
import { objectOf } from './row-text.ts'
import {
  bindingsFor,
  type CheckedBinding,
  type Subscription,
  type Subscriptions,
} from './subscriptions.ts'

const FILTERS_AT_ONCE = 100
/** A regular expression of a client may take this long for a row. */
const REGEX_LIMIT_MS = 50
/** Those of a page together: what is asked after that interrupts its subscribers instead. */
const REGEXES_LIMIT_MS = 1_000
const FILTER_LIMIT_MS = 5_000
const STATEMENT_TIMEOUT = '57014'

type Needs = {
  db: Database
  log: Log
  subscriptions: Subscriptions
  gap: (subscriptions: Iterable<Subscription>, reason: string) => void
}

export type FilterVerdicts = { pass(told: Told, binding: CheckedBinding): boolean }

/** Equality is compared here; everything else is what PostgreSQL says. */
export async function judgeFilters(needs: Needs, told: readonly Told[]): Promise<FilterVerdicts> {
  const passed = new Map<Told, Set<string>>()
  const regexesEnd = performance.now() + REGEXES_LIMIT_MS

  for (const { facts, changes, filters } of groupsOf(needs.subscriptions, told)) {
    const plain = filters.filter((filter) => !hasRegex(filter))
    for (let at = 0; at < plain.length; at += FILTERS_AT_ONCE)
      await judge(needs, { facts, changes, filters: plain.slice(at, at + FILTERS_AT_ONCE) }, passed)
    for (const filter of filters.filter(hasRegex)) {
      if (performance.now() < regexesEnd)
        await judge(needs, { facts, changes, filters: [filter] }, passed)
      else endAll(needs, facts, [filter])
    }
  }

  return {
    pass: (one, { filter }) => {
      if (filter === null) return true
      if (filter.equals) return hasEqual(one, filter.equals)

      return passed.get(one)?.has(filter.key) ?? false
    },
  }
}

function hasEqual(told: Told, equals: NonNullable<Filter['equals']>): boolean {
  const row = rowOf(told)

  return equals.every(({ column, texts }) => {
    const value = row?.get(column)
    return value !== undefined && texts.has(value)
  })
}

const hasRegex = ({ conditions }: Filter) =>
  conditions.some(({ operator }) => operator === 'match' || operator === 'imatch')

type Group = { facts: RelationFacts; changes: Told[]; filters: Filter[] }

/** The changes of each table, with the filters that PostgreSQL has to judge. */
function groupsOf(subscriptions: Subscriptions, told: readonly Told[]): Group[] {
  const groups = new Map<string, ReturnType<typeof newGroup>>()

  for (const one of told) {
    const { schema, name, recorded } = one.facts
    const group = groups.get(recorded) ?? newGroup(one.facts)
    groups.set(recorded, group)
    group.changes.push(one)
    for (const subscription of subscriptions.candidates(schema, name, rowOf(one)))
      for (const { filter } of bindingsFor(subscription, schema, name, TYPES[one.change.op]))
        if (filter && !filter.equals) group.byKey.set(filter.key, filter)
  }
  return [...groups.values()].map(({ facts, changes, byKey }) => ({
    facts,
    changes,
    filters: [...byKey.values()],
  }))
}

const newGroup = (facts: RelationFacts) => ({
  facts,
  changes: [] as Told[],
  byKey: new Map<string, Filter>(),
})

/** After a failure each filter is asked alone, then each row; what still fails does not pass. */
async function judge(needs: Needs, group: Group, passed: Map<Told, Set<string>>): Promise<void> {
  const { facts, changes, filters } = group
  try {
    for (const { place, filter } of await ask(needs.db, group)) {
      const one = changes[place - 1] as Told
      passed.set(one, (passed.get(one) ?? new Set()).add((filters[filter - 1] as Filter).key))
    }
  } catch (err) {
    if (sqlState(err) === undefined) throw err
    if (sqlState(err) === STATEMENT_TIMEOUT) {
      endAll(needs, facts, filters)
    } else if (filters.length > 1) {
      for (const filter of filters) await judge(needs, { ...group, filters: [filter] }, passed)
    } else if (changes.length > 1) {
      for (const one of changes) await judge(needs, { ...group, changes: [one] }, passed)
    } else {
      needs.log.debug({ err, table: facts.name }, 'realtime filter failed for a row')
    }
  }
}

function endAll({ subscriptions, gap }: Needs, facts: RelationFacts, filters: readonly Filter[]) {
  const keys = new Set(filters.map(({ key }) => key))
  const concerned = [...subscriptions.of(facts.schema, facts.name)].filter(({ bindings }) =>
    bindings.some(({ filter }) => filter && keys.has(filter.key)),
  )
  gap(concerned, 'filters took too long')
}

async function ask(db: Database, group: Group): Promise<{ place: number; filter: number }[]> {
  const limitMs = group.filters.some(hasRegex)
    ? Math.min(FILTER_LIMIT_MS, REGEX_LIMIT_MS * group.changes.length)
    : FILTER_LIMIT_MS
  const { rows } = await db.ask<{ place: number; filter: number }>(theServer, statementOf(group), {
    readOnly: true,
    statementLimitMs: limitMs,
  })

  return rows
}

function statementOf({ facts, changes, filters }: Group): Statement {
  const values: string[] = []
  const parameter = (value: string) => `($2::text[])[${values.push(value)}]`
  const types = new Map(facts.columns.map(({ name, sqlType }) => [name, sqlType]))
  const expressions = filters.map(({ conditions }) =>
    conditions
      .map((condition) => conditionSql(condition, types.get(condition.column) ?? 'text', parameter))
      .join(' and '),
  )
  const used = [
    ...new Set(filters.flatMap(({ conditions }) => conditions.map(({ column }) => column))),
  ]
  const columns = used.map((name) => `${quoted(name)} ${types.get(name) ?? 'text'}`)

  return {
    text: `
      select given.place::integer, judged.filter
        from unnest($1::text[]) with ordinality as given (fields, place)
       cross join lateral json_to_record(given.fields::json) as changed (${columns.join(', ')})
       cross join lateral (values ${expressions.map((sql, i) => `(${i + 1}, ${sql})`).join(', ')}) as judged (filter, passes)
       where judged.passes and $2::text[] is not null`,
    values: [changes.map((one) => objectOf(used, rowOf(one) ?? new Map())), values],
  }
}
