import type { Embed, ReadPlan } from '#data-api/plan/read-plan.ts'
import { conditionSql, type PresenceSql } from './condition-sql.ts'
import type { Parameters } from './parameters.ts'
import { sourceSql } from './source-sql.ts'

/**
 * One row for each row that the top level has without its window. Embeds only matter where rows
 * depend on them, and there it is enough that one exists.
 */
export function countSql(parameters: Parameters, plan: ReadPlan, embed?: Embed): string {
  const exists = (below: Embed) => `exists (${countSql(parameters, below.plan, below)})`
  const presence: PresenceSql = ({ embed: below, isPresent }) =>
    `${isPresent ? '' : 'not '}${exists(below)}`
  const conditions = [
    ...plan.where.map((condition) => conditionSql(parameters, plan.ref, condition, presence)),
    ...(embed?.joinedOn ?? []).map((pair) => pair.join(' = ')),
    ...plan.embeds.filter(({ join }) => join === 'inner').map(exists),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

  return `select 1 from ${sourceSql(plan, embed)}${where}`
}
