import type { Condition } from '#data-api/plan/read-plan.ts'
import { holeNumber } from '#data-api/query-string/holes.ts'
import type { Operation, Quantifier } from '#data-api/query-string/query.ts'
import { listLiteral } from './array-literal.ts'
import { fieldSql } from './field-sql.ts'
import { quoteName } from './identifiers.ts'
import type { Parameters } from './parameters.ts'

type Presence = Extract<Condition, { kind: 'presence' }>

/** Whether an embed has rows is seen differently where it is joined and where rows are only counted. */
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

  return `${isNegated ? 'not ' : ''}${subject} ${operationSql(parameters, operation)}`
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

function operationSql(parameters: Parameters, operation: Operation): string {
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier, value } = operation
      return `${operator} ${quantified(quantifier, parameters.add(value))}`
    }
    case 'like': {
      const { operator, quantifier, value } = operation
      return `${operator} ${quantified(quantifier, parameters.add(value.replaceAll('*', '%')))}`
    }
    case 'is':
      return `is ${operation.value}`
    case 'in':
      return `= any (${parameters.add(listOf(operation.values))})`
    case 'search': {
      const { query, language, value } = operation
      return `@@ ${query}(${languageSql(parameters, language)}${parameters.add(value)})`
    }
  }
}

const quantified = (quantifier: Quantifier | undefined, placeholder: string): string =>
  quantifier === undefined ? placeholder : `${quantifier}(${placeholder})`

const languageSql = (parameters: Parameters, language: string | undefined): string =>
  language === undefined ? '' : `${parameters.add(language)}, `

/** A list that was taken out left one hole for all of it. */
const listOf = (values: readonly string[]): string => {
  const [first = ''] = values

  return holeNumber(first) === undefined ? listLiteral(values) : first
}
