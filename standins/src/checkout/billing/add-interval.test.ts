import { expect, test } from 'vitest'
import type { Price } from '#checkout/state/objects.ts'
import { addInterval } from './add-interval.ts'

test.each([
  ['2026-01-15T10:00:00.000Z', 'month', 1, '2026-02-15T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'month', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-02-28T10:00:00.000Z', 'month', 1, '2026-03-31T10:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 'month', 1, '2027-01-31T23:59:59.000Z'],
  ['2028-02-29T00:00:00.000Z', 'year', 1, '2029-02-28T00:00:00.000Z'],
  ['2026-11-16T08:00:00.000Z', 'month', 3, '2027-02-16T08:00:00.000Z'],
  ['2026-11-16T08:00:00.000Z', 'week', 2, '2026-11-30T08:00:00.000Z'],
] as const)('%s and one %s times %i is %s', (from, interval, intervalCount, to) => {
  const anchor = from.startsWith('2026-02-28') ? 31 : new Date(from).getUTCDate()

  const next = addInterval(Date.parse(from), price({ interval, intervalCount }), anchor)

  expect(new Date(next).toISOString()).toBe(to)
})

const price = (part: Pick<Price, 'interval' | 'intervalCount'>): Price => ({
  id: 1,
  variantId: 1,
  unitPrice: 400,
  trialDays: null,
  createdAt: 0,
  ...part,
})
