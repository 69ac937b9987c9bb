import { expect, test } from 'vitest'
import { addInterval } from './subscription-changes.ts'

test.each([
  ['2026-01-15T10:00:00.000Z', 'month', '2026-02-15T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'month', '2026-02-28T10:00:00.000Z'],
  ['2026-02-28T10:00:00.000Z', 'month', '2026-03-31T10:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 'month', '2027-01-31T23:59:59.000Z'],
  ['2028-02-29T00:00:00.000Z', 'year', '2029-02-28T00:00:00.000Z'],
] as const)('%s and one %s is %s', (from, interval, to) => {
  const anchor = from.startsWith('2026-02-28') ? 31 : new Date(from).getUTCDate()

  const next = addInterval(Date.parse(from), { interval }, anchor)

  expect(new Date(next).toISOString()).toBe(to)
})
