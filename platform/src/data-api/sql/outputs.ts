import { notImplemented } from '#data-api/errors/request-errors.ts'
import type { Embed, PlannedField, ReadPlan } from '#data-api/plan/read-plan.ts'
import type { Aggregate } from '#data-api/query-string/query.ts'

/** One column of a level's result: a field, a whole embed, or a column spread from an embed. */
export type Output =
  | { kind: 'field'; field: PlannedField; isWholeRow: boolean }
  | { kind: 'embed'; embed: Embed }
  | {
      kind: 'spread'
      embed: Embed
      column: string
      aggregate: Aggregate | undefined
      cast: string | undefined
      alias: string | undefined
    }

/** A column of a spread level, as its parent sees it. The level that does not spread applies the aggregate. */
export type Export = {
  column: string
  aggregate: Aggregate | undefined
  cast: string | undefined
}

export type Outputs = { outputs: Output[]; exports: Export[]; isGrouped: boolean }

/**
 * The columns of a level. A spread level passes its aggregates up, because within it each would see one row.
 */
export function outputsOf(plan: ReadPlan, spread: Embed['spread'], isExpanded = false): Outputs {
  const isHandedUp = spread === 'to-one'
  const expand =
    isExpanded || spread === 'to-many' || plan.select.some(({ aggregate }) => aggregate)
  const fields = expand ? plan.select.flatMap((field) => expandStar(plan, field)) : plan.select
  const own = fields.map((field) => ownOutput(field, spread))
  const below = plan.embeds.flatMap((embed) => embedOutputs(embed, isHandedUp, expand))
  const all = [...own, ...below]

  if (spread === 'to-many' && all.some(isAggregated)) {
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
  }
  return {
    outputs: all.map(({ output }) => output),
    exports: all.flatMap((one) => (one.export ? [one.export] : [])),
    isGrouped: all.some(isAggregated),
  }
}

type Column = { output: Output; export: Export | undefined }

const isAggregated = ({ output }: Column): boolean =>
  output.kind === 'field'
    ? output.field.aggregate !== undefined
    : output.kind === 'spread' && output.aggregate !== undefined

function ownOutput(field: PlannedField, spread: Embed['spread']): Column {
  const { aggregate, aggregateCast, alias } = field
  const column = alias ?? aggregate ?? field.field.name
  if (spread !== 'to-one' || aggregate === undefined) {
    return {
      output: { kind: 'field', field, isWholeRow: false },
      export: { column, aggregate: undefined, cast: undefined },
    }
  }

  return {
    output: {
      kind: 'field',
      field: { ...field, alias: column, aggregate: undefined, aggregateCast: undefined },
      isWholeRow: field.field.name === '*',
    },
    export: { column, aggregate, cast: aggregateCast },
  }
}

function embedOutputs(embed: Embed, isHandedUp: boolean, isExpanded: boolean): Column[] {
  if (embed.spread === 'no') {
    if (isEmpty(embed.plan)) return []
    const plain = { column: embed.key, aggregate: undefined, cast: undefined }
    return [{ output: { kind: 'embed', embed }, export: plain }]
  }

  return outputsOf(embed.plan, embed.spread, isExpanded).exports.map(
    ({ column, aggregate, cast }): Column => ({
      output: {
        kind: 'spread',
        embed,
        column,
        aggregate: isHandedUp ? undefined : aggregate,
        cast: isHandedUp ? undefined : cast,
        alias: isHandedUp || aggregate === undefined ? undefined : column,
      },
      export: {
        column,
        aggregate: isHandedUp ? aggregate : undefined,
        cast: isHandedUp ? cast : undefined,
      },
    }),
  )
}

/** `name()` joins and filters, but returns nothing. */
export const isEmpty = ({ select, embeds }: ReadPlan): boolean =>
  select.length === 0 && embeds.every(({ plan }) => isEmpty(plan))

/** Where rows are grouped or spread, `*` must be expanded. */
function expandStar(plan: ReadPlan, field: PlannedField): PlannedField[] {
  if (field.field.name !== '*' || field.aggregate !== undefined || !plan.table) return [field]

  return [...plan.table.columns.keys()].map((name) => ({
    ...field,
    field: { ...field.field, name },
  }))
}
