import { aggregatesNotAllowed } from '#data-api/errors/request-errors.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import { qualified, quoteName } from '#data-api/quoting/identifiers.ts'
import type { ExposedSchema, Name } from '#data-api/schema-cache/schema.ts'
import { type Outline, outlineOf } from './outline.ts'
import { type Level, planLevel } from './plan-level.ts'
import type { ReadPlan } from './read-plan.ts'

export type ReadOptions = {
  /** The row limit for every level; null: no limit. */
  maxRows: number | null
  areAggregatesAllowed: boolean
}

export type Reading = {
  plan: ReadPlan
  /** Embeds that have an alias but were referenced by name, which is deprecated. */
  calledByName: { name: string; alias: string }[]
}

type Target = {
  name: Name
  /** Whether the rows come from the relation itself, a mutation of it, or a function. */
  from: 'relation' | 'mutation' | 'function'
}

/** Plans a read with all names resolved. */
export function planRead(
  exposed: ExposedSchema,
  { name, from }: Target,
  query: Query,
  topWindow: Window,
  options: ReadOptions,
): Reading {
  const isMutation = from === 'mutation'
  const outline = outlineOf(query, topWindow, isMutation)
  const plan = planLevel(topLevel(exposed, name, from === 'relation'), outline)

  if (!options.areAggregatesAllowed && hasAggregates(plan)) throw aggregatesNotAllowed()
  if (!isMutation && options.maxRows !== null) restrict(plan, BigInt(options.maxRows))

  return { plan, calledByName: calledByName(outline) }
}

function topLevel(exposed: ExposedSchema, name: Name, isRelation: boolean): Level {
  const row = quoteName(name.name)
  const table = exposed.tables.get(name.name)
  const shared = { exposed, table, row, origin: name.name, depth: 0 }

  return isRelation
    ? { ...shared, source: { kind: 'relation', name, alias: undefined }, ref: qualified(name) }
    : { ...shared, source: { kind: 'result', alias: name.name }, ref: row }
}

const hasAggregates = ({ select, embeds }: ReadPlan): boolean =>
  select.some(({ aggregate }) => aggregate !== undefined) ||
  embeds.some(({ plan }) => hasAggregates(plan))

function restrict(plan: ReadPlan, most: bigint): void {
  const { limit } = plan.window
  if (limit === undefined || limit > most) plan.window = { ...plan.window, limit: most }
  for (const { plan: below } of plan.embeds) restrict(below, most)
}

const calledByName = ({ embed, wasCalledByName, embeds }: Outline): Reading['calledByName'] => [
  ...(embed?.alias !== undefined && wasCalledByName
    ? [{ name: embed.name, alias: embed.alias }]
    : []),
  ...embeds.flatMap(calledByName),
]
