import type { Condition, Operator } from './parse-filter.ts'

/** The name of a column or type as SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const COMPARISONS: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}
const PATTERNS: Partial<Record<Operator, string>> = {
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}
const IS: Record<string, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

/** Each value is a parameter, whose SQL `parameter` returns. Columns belong to the row `changed`. */
export function conditionSql(
  { column, operator, isNegated, values }: Condition,
  type: string,
  parameter: (value: string) => string,
): string {
  const field = `changed.${quoted(column)}`
  const [value = ''] = values
  const typed = (one: string) => `${parameter(one)}::${type}`
  const comparison = COMPARISONS[operator]
  const pattern = PATTERNS[operator]
  const positive = () => {
    if (comparison) return `${field} ${comparison} ${typed(value)}`
    if (pattern) return `${field}::text ${pattern} ${parameter(value)}`
    if (operator === 'is') return `${field} is ${IS[value]}`
    if (operator === 'isdistinct') return `${field} is distinct from ${typed(value)}`

    return values.length === 0
      ? `${field} <> ${field}`
      : `${field} in (${values.map(typed).join(', ')})`
  }

  return isNegated ? `not (${positive()})` : positive()
}
