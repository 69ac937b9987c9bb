import { skippedAt } from './lookarounds.ts'
import { syntaxOf } from './pattern-syntax.ts'

/** The maximum product of nested counts: `(\w{1,10} ){1,20}` passes, three nested counts of fifteen do not. */
const MOST_COPIES = 256
const COUNT = /^\{(\d+)(?:,(\d*))?\}/
const BASIC_COUNTS = /\\\{/g

/** PostgreSQL copies a counted part that often, and each copy is optional, so nested counts can take minutes. */
export function hasNestedCounts(pattern: string): boolean {
  const { name, rest } = syntaxOf(pattern)
  if (name === 'literal') return false
  // This syntax is rare, so any two counts are refused.
  if (name === 'basic') return (rest.match(BASIC_COUNTS)?.length ?? 0) > 1

  return copiesIn(rest) > MOST_COPIES
}

/** The largest product of nested counts. */
export function copiesIn(text: string): number {
  const open: number[] = []
  let inside = 1
  let most = 1

  for (let at = 0; at < text.length; ) {
    const skipped = skippedAt(text, at)
    const isGroupEnd = skipped === 0 && text[at] === ')'
    if (skipped === 0 && text[at] === '(') {
      open.push(inside)
      inside = 1
      at += 1
      continue
    }
    const count = COUNT.exec(text.slice(at + Math.max(1, skipped)))
    const copies = (isGroupEnd ? inside : 1) * boundOf(count)
    inside = isGroupEnd ? Math.max(open.pop() ?? 1, copies) : Math.max(inside, copies)
    most = Math.max(most, inside)
    at += Math.max(1, skipped) + (count?.[0].length ?? 0)
  }
  return most
}

function boundOf(count: RegExpExecArray | null): number {
  if (!count) return 1
  const [, least = '1', most] = count

  return Math.max(1, Number(most || least))
}
