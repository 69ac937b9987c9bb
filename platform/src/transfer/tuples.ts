import { tokensOf } from '#project/split-statements.ts'

/** How many rows an `insert … values (…), (…)` has. */
export function countTuples(statement: string): number {
  let depth = 0
  let count = 0
  let isAfterValues = false

  for (const { kind, from, to } of tokensOf(statement)) {
    const part = statement.slice(from, Math.min(to, from + 10))
    if (kind === 'word' && depth === 0 && part.toLowerCase() === 'values') isAfterValues = true
    if (kind !== 'sign') continue
    if (part === '(' && depth++ === 0 && isAfterValues) count++
    else if (part === ')') depth--
  }
  return count
}
