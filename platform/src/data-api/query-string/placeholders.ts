import { randomUUID } from 'node:crypto'
import { listLiteral } from '#data-api/quoting/array-literal.ts'
import { refuseCostlyPattern, refuseCostlyPatterns } from './costly-patterns.ts'
import type { Parameter } from './parameters.ts'

/**
 * Requests that differ only in their values are one request in another dress: the values are taken
 * out and leave numbered holes, and what is left is parsed, planned and written as SQL once.
 */
export type Template = {
  parameters: Parameter[]
  /** What stood in the holes, beginning with the second: the first is the body's. */
  values: string[]
  /** The same for all requests of one dress. */
  key: string
}

/** Nobody can write this, because nobody knows it. */
const MARK = `\u{F8FF}${randomUUID()} `

export const BODY_PLACEHOLDER = `${MARK}0`

/** The number of the hole that a value is; undefined for a plain value. */
export const placeholderNumber = (value: string | null): number | undefined =>
  value?.startsWith(MARK) ? Number(value.slice(MARK.length)) : undefined

// Operators whose value runs to the end of the parameter. `is`, and lists with quotes, have a grammar inside.
const OPERATOR =
  /^(?:not\.)?(?:(?:eq|gte?|lte?|match|imatch|i?like)(?:\((?:any|all)\))?|neq|isdistinct|c[sd]|ov|s[lr]|nx[rl]|adj|(?:fts|plfts|phfts|wfts)(?:\([\w $]+\))?)\./
const PATTERN = /^(?:not\.)?i?like/
const REGULAR_EXPRESSION = /^(?:not\.)?i?match/
const PLAIN_LIST = /^((?:not\.)?in\.)\([ \t]*([^"()]*)\)$/
const INNER_GRAMMAR = /^(?:not\.)?(?:in|is)\./
const RESERVED = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|limit|offset|and|or)$/

export function takeValues(parameters: readonly Parameter[], hasArguments: boolean): Template {
  const values: string[] = []
  const hole = (value: string) => `${MARK}${values.push(value)}`

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
        operator + hole(PATTERN.test(operator) ? operand.replaceAll('*', '%') : operand),
      ]
    }
    const list = PLAIN_LIST.exec(value)
    if (list) return [name, `${list[1]}(${hole(listLiteral((list[2] ?? '').split(',')))})`]
    return [name, hasArguments && !INNER_GRAMMAR.test(value) ? hole(value) : value]
  })

  return { parameters: left, values, key: keyOf(left) }
}

const keyOf = (parameters: readonly Parameter[]): string =>
  parameters.map(([name, value]) => `${name}\0${value ?? '\0'}`).join('\0')
