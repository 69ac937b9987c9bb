import type { Embed, PlannedOrder, ReadPlan } from '#data-api/plan/read-plan.ts'
import type { Window } from '#data-api/query-string/query.ts'
import { columnOf, quoteName } from '#data-api/quoting/identifiers.ts'
import { isToOne } from '#data-api/schema-cache/schema.ts'
import { conditionSql } from './condition-sql.ts'
import { fieldSql } from './field-sql.ts'
import { groupSql, outputSql } from './output-sql.ts'
import { outputsOf } from './outputs.ts'
import type { Parameters } from './parameters.ts'
import { sourceSql } from './source-sql.ts'

/** A level as a select, with all embeds joined; `embed` joins it to its parent. */
export function selectSql(parameters: Parameters, plan: ReadPlan, embed?: Embed): string {
  const { outputs, isGrouped } = outputsOf(plan, embed?.spread ?? 'no')
  const columns = outputs.map((output) => outputSql(parameters, plan.ref, output))
  // An embed without columns must still differ from an absent row.
  if (embed && columns.length === 0) columns.push('1')

  return joined(
    `select ${columns.join(', ')} from ${sourceSql(plan, embed)}`,
    ...plan.embeds.map((below) => joinSql(parameters, below)),
    whereSql(parameters, plan, embed),
    isGrouped ? groupSql(plan.ref, outputs) : '',
    orderSql(parameters, plan.ref, plan.order),
    windowSql(parameters, plan.window),
  )
}

function joinSql(parameters: Parameters, embed: Embed): string {
  const name = quoteName(embed.lateral)
  const rows = selectSql(parameters, embed.plan, embed)
  const isInner = embed.join === 'inner'
  const join = `${isInner ? 'inner' : 'left'} join lateral`
  if (isToOne(embed.relationship)) return `${join} (${rows}) as ${name} on true`

  const columns =
    embed.spread === 'to-many' ? spreadArrays(embed) : `json_agg(${name})::jsonb as ${name}`
  const on = isInner ? `${name}.${name} is not null` : 'true'
  return `${join} (select ${columns} from (${rows}) as ${name}) as ${name} on ${on}`
}

/** Each column as an array; the count shows whether there was any row. */
function spreadArrays(embed: Embed): string {
  const name = quoteName(embed.lateral)
  const arrays = outputsOf(embed.plan, 'to-many').exports.map(
    ({ column }) =>
      `coalesce(json_agg(${columnOf(name, column)}), '[]')::jsonb as ${quoteName(column)}`,
  )

  return [`nullif(count(*), 0) as ${name}`, ...arrays].join(', ')
}

function whereSql(parameters: Parameters, { ref, where }: ReadPlan, embed?: Embed): string {
  const conditions = [
    ...where.map((condition) => conditionSql(parameters, ref, condition)),
    ...(embed?.joinedOn ?? []).map((pair) => pair.join(' = ')),
  ]

  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
}

function orderSql(parameters: Parameters, ref: string, order: readonly PlannedOrder[]): string {
  const terms = order.map(({ lateral, field, direction = '', nulls }) =>
    joined(
      fieldSql(parameters, lateral === undefined ? ref : quoteName(lateral), field),
      direction,
      nulls === undefined ? '' : `nulls ${nulls}`,
    ),
  )

  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

function windowSql(parameters: Parameters, { offset, limit }: Window): string {
  return joined(
    limit === undefined ? '' : `limit ${parameters.add(String(limit))}`,
    offset === 0n ? '' : `offset ${parameters.add(String(offset))}`,
  )
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ')
