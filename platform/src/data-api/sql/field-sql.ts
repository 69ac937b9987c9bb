import type { ResolvedField } from '#data-api/plan/read-plan.ts'
import type { JsonStep } from '#data-api/query-string/query.ts'
import { columnOf } from '#data-api/quoting/identifiers.ts'
import type { Parameters } from './parameters.ts'

/** A column, or a json path in it. */
export function fieldSql(parameters: Parameters, ref: string, field: ResolvedField): string {
  const column = columnOf(ref, field.name)
  if (field.path.length === 0) return column

  const json = field.needsJson ? `to_jsonb(${column})` : column
  return json + field.path.map((step) => stepSql(parameters, step)).join('')
}

const stepSql = (parameters: Parameters, { arrow, key, isIndex }: JsonStep): string =>
  `${arrow}${parameters.addStep(key, isIndex)}`

/** The grammar restricts the cast to an identifier; quoting it would break SQL's own type names. */
export const castSql = (sql: string, type: string | undefined): string =>
  type === undefined ? sql : `cast(${sql} as ${type})`
