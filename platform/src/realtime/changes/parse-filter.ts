export type Operator = (typeof OPERATORS)[number]

export type Condition = {
  column: string
  operator: Operator
  isNegated: boolean
  /** One, or those of `in`. */
  values: string[]
}

export type Filter = {
  /** Equal filters of one table have equal keys. */
  key: string
  conditions: ReadonlyArray<Condition>
  /** For each condition on one column by equality: the JSON texts that pass. Null where PostgreSQL has to compare. */
  equals: ReadonlyArray<{ column: string; texts: ReadonlySet<string> }> | null
}

const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const
const MOST_VALUES = 100
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown']

/** The conditions of `col=[not.]op.value`, joined by commas. Throws FilterUnreadable. */
export function parseFilter(text: string): Condition[] {
  const trimmed = text.trim()

  return trimmed === '' ? [] : splitOutside(trimmed).map(parseCondition)
}

export class FilterUnreadable extends Error {
  override readonly name = 'FilterUnreadable'
}

const unreadable = (reason: string) =>
  new FilterUnreadable(`Error parsing \`filter\` params: ${reason}`)

const CONDITION = /^\s*([^=]+?)\s*=\s*(not\.)?([a-z]+)\.(.*)$/s

function parseCondition(text: string): Condition {
  const [, column, negation, name, value] = CONDITION.exec(text) ?? []
  if (column === undefined || value === undefined) throw unreadable(JSON.stringify([text]))
  const operator = OPERATORS.find((one) => one === name)
  if (!operator) throw unreadable(JSON.stringify([name, value]))

  return {
    column: unquoted(column),
    operator,
    isNegated: negation !== undefined,
    values: valuesOf(operator, value),
  }
}

function valuesOf(operator: Operator, value: string): string[] {
  if (operator === 'in') return listOf(value)
  const one = unquoted(value)
  if (operator !== 'is') return [one]

  const word = one.toLowerCase()
  if (!IS_VALUES.includes(word))
    throw unreadable('`is` takes null, not_null, true, false or unknown')
  return [word]
}

function listOf(value: string): string[] {
  const inside = /^\((.*)\)$/s.exec(value.trim())?.[1]
  if (inside === undefined) throw unreadable('`in` filter value must be wrapped by parentheses')
  const values = inside.trim() === '' ? [] : splitOutside(inside).map((one) => unquoted(one.trim()))
  if (values.length > MOST_VALUES)
    throw unreadable(`too many values for \`in\` filter. Maximum ${MOST_VALUES}`)

  return values
}

/** Splits at commas outside of quotes and parentheses. A quote opens only where a value begins. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0

  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (isQuoted) {
      if (char === '\\') at += 1
      else if (char === '"') isQuoted = false
    } else if (char === '"' && (at === start || '.(,'.includes(text[at - 1] as string)))
      isQuoted = true
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** As PostgREST: in double quotes a backslash keeps the next character. */
function unquoted(text: string): string {
  return /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text
}
