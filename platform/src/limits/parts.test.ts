import { expect, test } from 'vitest'
import { inParts } from './parts.ts'

const limitOf = (burst: number) => ({ burst, perSecond: burst / 3600 })

test.each([
  [256, 0],
  [300, 90],
  [331.5, 99.45],
  [100_000, 30_000],
])('parts of a bucket of %d with a reserve of %d have as much together', (burst, keep) => {
  const { others = [], ...first } = inParts({ key: 'mail all', limit: limitOf(burst), keep }, 'a')
  const parts = [first, ...others]
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0)

  expect(new Set(parts.map(({ key }) => key)).size).toBe(16)
  expect(sum(({ limit }) => limit.burst)).toBe(Math.floor(burst))
  expect(sum(({ limit, keep: kept = 0 }) => limit.burst - kept)).toBe(Math.floor(burst - keep))
  expect(sum(({ limit }) => limit.perSecond)).toBeCloseTo(burst / 3600)
})

test('a small bucket stays whole, and addresses begin with different parts', () => {
  const small = { key: 'mail all', limit: limitOf(255), keep: 1 }
  const large = { key: 'mail all', limit: limitOf(300) }
  const begun = Array.from({ length: 200 }, (_, n) => inParts(large, `person-${n}`).key)

  expect(inParts(small, 'a')).toEqual(small)
  expect(new Set(begun).size).toBe(16)
})
