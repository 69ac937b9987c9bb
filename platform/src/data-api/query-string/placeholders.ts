import { randomUUID } from 'node:crypto'
import { listLiteral } from '#data-api/quoting/array-literal.ts'
import { refuseCostlyPattern, refuseCostlyPatterns } from './costly-patterns.ts'
import type { Parameter } from './parameters.ts'

/**
 * A request without its values. Requests that differ only in values share one template: numbered placeholders replace values, so parsing
 * and planning happen once.
 */
export type Template = {
  parameters: Parameter[]
  /** The replaced values from the second on: the first is the body. */
  values: string[]
  /** Equal for all requests of one template. */
  key: string
}

/** Random, so that no client can write it. */
const MARK = `\u{F8FF}${randomUUID()} `

export const BODY_PLACEHOLDER = `${MARK}0`

/** The number of a placeholder; undefined for a plain value. */
export const placeholderNumber = (value: string | null): number | undefined =>
  value?.startsWith(MARK) ? Number(value.slice(MARK.length)) : undefined

// Operators whose value extends to the end of the parameter. `is` and quoted lists have different grammars.
const OPERATOR =
  /^(?:not\.)?(?:(?:eq|gte?|lte?|match|imatch|i?like)(?:\((?:any|all)\))?|neq|isdistinct|c[sd]|ov|s[lr]|nx[rl]|adj|(?:fts|plfts|phfts|wfts)(?:\([\w $]+\))?)\./
const PATTERN = /^(?:not\.)?i?like/
const REGULAR_EXPRESSION = /^(?:not\.)?i?match/
const PLAIN_LIST = /^((?:not\.)?in\.)\([ \t]*([^"()]*)\)$/
const INNER_GRAMMAR = /^(?:not\.)?(?:in|is)\./
const RESERVED = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|limit|offset|and|or)$/

export function takeValues(parameters: readonly Parameter[], hasArguments: boolean): Template {
  const values: string[] = []
  const placeholder = (value: string) => `${MARK}${values.push(value)}`

  const left = parameters.map(([name, value]): Parameter => {
    if (value === undefined || RESERVED.test(name)) return [name, value]
    const operator = OPERATOR.exec(value)?.[0]
    if (operator !== undefined) {
      const operand = value.slice(operator.length)
      if (REGULAR_EXPRESSION.test(operator)) {
        if (operator.includes('(')) refuseCostlyPatterns(operand)
        else refuseCostlyPattern(operand)
      }
      return [
        name,
        operator + placeholder(PATTERN.test(operator) ? operand.replaceAll('*', '%') : operand),
      ]
    }
    const list = PLAIN_LIST.exec(value)
    if (list) return [name, `${list[1]}(${placeholder(listLiteral((list[2] ?? '').split(',')))})`]
    return [name, hasArguments && !INNER_GRAMMAR.test(value) ? placeholder(value) : value]
  })

  return { parameters: left, values, key: keyOf(left) }
}

const keyOf = (parameters: readonly Parameter[]): string =>
  parameters.map(([name, value]) => `${name}\0${value ?? '\0'}`).join('\0')
