import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { type ChangeData, columnsFor, dataOf, rowOf, type Told, TYPES } from './change-data.ts'
import type { ChangeListener } from './changes-feed.ts'
import type { RecordedChange } from './changes-table.ts'
import { type FilterVerdicts, judgeFilters } from './judge-filters.ts'
import { judgeRows, type RowVerdicts } from './judge-rows.ts'
import { type RelationFacts, readFacts } from './relation-facts.ts'
import { fieldsOf } from './row-text.ts'
import {
  bindingsFor,
  type CheckedBinding,
  type Subscription,
  type Subscriptions,
} from './subscriptions.ts'

type Needs = {
  db: Database
  log: Log
  subscriptions: Subscriptions
  /** Ends these subscriptions: changes may be missing. */
  gap: (subscriptions: Iterable<Subscription>, reason: string) => void
  /** DELETE of tables under policies is told to all whose filter passes. */
  tellsAllDeletes: boolean
}

/** Tells a page of changes, in its order. */
export async function tellChanges(needs: Needs, changes: readonly RecordedChange[]): Promise<void> {
  const { db, subscriptions, gap } = needs
  const relations = [...new Set(changes.map(({ relation }) => relation))]
  const facts = await readFacts(db, relations, subscriptions.roles)
  const told: Told[] = []

  for (const change of changes) {
    const of = facts.get(change.relation)
    if (!of) continue
    if (change.op === 'O') gap(subscriptions.of(of.schema, of.name), 'too many changes at once')
    else if (of.published[change.op]) told.push(readChange({ ...change, op: change.op }, of))
  }
  const wanted = told.filter(
    ({ facts: { schema, name } }) => subscriptions.of(schema, name).size > 0,
  )
  const filters = await judgeFilters(needs, wanted)
  const rows = await judgeRows(needs, wanted, filters)

  for (const one of wanted) deliver(needs, one, { filters, rows })
}

function readChange(change: Told['change'], facts: RelationFacts): Told {
  const read = (row: string | null) => (row === null ? null : fieldsOf(row))

  return { change, facts, record: read(change.record), old: read(change.old) }
}

type Verdicts = { filters: FilterVerdicts; rows: RowVerdicts }

function deliver({ subscriptions, log }: Needs, told: Told, verdicts: Verdicts): void {
  const { schema, name } = told.facts
  const made = new Map<string, ChangeData>()

  for (const subscription of subscriptions.candidates(schema, name, rowOf(told))) {
    const { caller, listener } = subscription
    const seen = verdicts.rows.of(told, caller)
    if (!seen || !subscription.isActive) continue
    const idsOf = new Map<ChangeData, number[]>()

    for (const binding of bindingsFor(subscription, schema, name, TYPES[told.change.op])) {
      if (!mayFilter(told.facts, caller.role, binding)) continue
      if (!verdicts.filters.pass(told, binding)) continue
      const data = madeOnce(made, told, { role: caller.role, binding, isOldWhole: seen.isOldWhole })
      idsOf.set(data, [...(idsOf.get(data) ?? []), binding.id])
    }
    for (const [data, ids] of idsOf) if (subscription.isActive) tellOne(log, listener, ids, data)
  }
}

/** The right to select a column may have been taken away since the subscription. */
function mayFilter({ roles }: RelationFacts, role: string, { filter }: CheckedBinding): boolean {
  const selectable = roles[role]?.selectable ?? []

  return filter === null || filter.conditions.every(({ column }) => selectable.includes(column))
}

/** What goes wrong at one subscriber must not keep the change from the others. */
function tellOne(log: Log, listener: ChangeListener, ids: number[], data: ChangeData): void {
  try {
    listener.change(ids, data)
  } catch (err) {
    log.error({ err }, 'realtime change delivery failed')
  }
}

type Shape = { role: string; binding: CheckedBinding; isOldWhole: boolean }

function madeOnce(made: Map<string, ChangeData>, told: Told, { role, binding, isOldWhole }: Shape) {
  const key = JSON.stringify([role, binding.select, isOldWhole])
  const known = made.get(key)
  if (known) return known

  const data = dataOf(told, columnsFor(told.facts, role, binding.select), isOldWhole)
  made.set(key, data)
  return data
}
