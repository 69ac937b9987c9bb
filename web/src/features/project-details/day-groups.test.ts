import { expect, test } from 'vitest'
import { daysAgo, groupByDay } from './day-groups.ts'

const at = (time: string) => ({ created_at: new Date(time).toISOString() })

test('entries of one day by the reader’s clock stand together, in the order given', () => {
  const entries = [at('2026-05-02T23:59'), at('2026-05-02T00:00'), at('2026-05-01T23:59')]

  const groups = groupByDay(entries)

  expect(groups.map((group) => group.entries)).toEqual([entries.slice(0, 2), entries.slice(2)])
})

test('a minute before midnight is yesterday', () => {
  const now = new Date('2026-05-02T00:01')

  expect(daysAgo(at('2026-05-02T00:00').created_at, now)).toBe(0)
  expect(daysAgo(at('2026-05-01T23:59').created_at, now)).toBe(1)
  expect(daysAgo(at('2026-03-01T12:00').created_at, now)).toBe(62)
})
