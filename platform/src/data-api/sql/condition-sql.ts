import type { Condition } from '#data-api/plan/read-plan.ts'
import { placeholderNumber } from '#data-api/query-string/placeholders.ts'
import type { Operation, Quantifier } from '#data-api/query-string/query.ts'
import { listLiteral } from '#data-api/quoting/array-literal.ts'
import { calledWith, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Name } from '#data-api/schema-cache/schema.ts'
import { fieldSql } from './field-sql.ts'
import type { Parameters } from './parameters.ts'

type Presence = Extract<Condition, { kind: 'presence' }>

/** Joins and counts test differently whether an embed has rows. */
export type PresenceSql = (presence: Presence) => string

export const joinedPresence: PresenceSql = ({ embed, isPresent }) =>
  `${quoteName(embed.lateral)} is ${isPresent ? '' : 'not '}distinct from null`

export function conditionSql(
  parameters: Parameters,
  ref: string,
  condition: Condition,
  presenceSql: PresenceSql = joinedPresence,
): string {
  if (condition.kind === 'presence') return presenceSql(condition)
  if (condition.kind === 'filter') return filterSql(parameters, ref, condition.filter)

  const parts = condition.parts.map((part) => conditionSql(parameters, ref, part, presenceSql))
  return `${condition.isNegated ? 'not ' : ''}(${parts.join(` ${condition.kind} `)})`
}

type PlannedFilter = Extract<Condition, { kind: 'filter' }>['filter']

function filterSql(
  parameters: Parameters,
  ref: string,
  { field, isNegated, operation }: PlannedFilter,
): string {
  const subject = subjectSql(parameters, ref, field, operation)

  return `${isNegated ? 'not ' : ''}${subject} ${operationSql(parameters, operation, field.parse)}`
}

function subjectSql(
  parameters: Parameters,
  ref: string,
  field: PlannedFilter['field'],
  operation: Operation,
): string {
  if (operation.kind !== 'search' || !field.needsVector) return fieldSql(parameters, ref, field)
  const language = languageSql(parameters, operation.language)

  return `to_tsvector(${language}${fieldSql(parameters, ref, field)})`
}

function operationSql(
  parameters: Parameters,
  operation: Operation,
  parse: Name | undefined,
): string {
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier, value } = operation
      return `${operator} ${operandSql(parameters.add(value), quantifier, parse)}`
    }
    case 'like': {
      const { operator, quantifier, value } = operation
      return `${operator} ${quantified(quantifier, parameters.add(value.replaceAll('*', '%')))}`
    }
    case 'is':
      return `is ${operation.value}`
    case 'in':
      return `= ${operandSql(parameters.add(listOf(operation.values)), 'any', parse)}`
    case 'search': {
      const { query, language, value } = operation
      return `@@ ${query}(${languageSql(parameters, language)}${parameters.add(value)})`
    }
  }
}

/** A domain's parse function is applied to the operand, in a list to each element. */
function operandSql(
  placeholder: string,
  quantifier: Quantifier | undefined,
  parse: Name | undefined,
): string {
  if (parse === undefined) return quantified(quantifier, placeholder)
  if (quantifier === undefined) return calledWith(parse, `${placeholder}::text`)
  const list = `unnest(${placeholder}::text[]) pgrst_value`

  return quantified(quantifier, `array(select ${calledWith(parse, 'pgrst_value')} from ${list})`)
}

const quantified = (quantifier: Quantifier | undefined, placeholder: string): string =>
  quantifier === undefined ? placeholder : `${quantifier}(${placeholder})`

const languageSql = (parameters: Parameters, language: string | undefined): string =>
  language === undefined ? '' : `${parameters.add(language)}, `

/** A replaced list has one placeholder for all its values. */
const listOf = (values: readonly string[]): string => {
  const [first = ''] = values

  return placeholderNumber(first) === undefined ? listLiteral(values) : first
}
