import { expect, test } from 'vitest'
import { groupByWeek, weeksAgo } from './week-groups.ts'

const at = (time: string) => ({ created_at: new Date(time).toISOString() })

test('entries of one week by the reader’s clock stand together, in the order given', () => {
  const entries = [at('2026-05-10T23:59'), at('2026-05-04T00:00'), at('2026-05-03T23:59')]

  const groups = groupByWeek(entries)

  expect(groups.map((group) => group.entries)).toEqual([entries.slice(0, 2), entries.slice(2)])
  expect(groups.map(({ monday }) => monday.getDate())).toEqual([4, 27])
})

test('a week begins on Monday', () => {
  const now = new Date('2026-05-04T00:01')

  expect(weeksAgo(new Date('2026-05-04T00:00'), now)).toBe(0)
  expect(weeksAgo(new Date('2026-04-27T00:00'), now)).toBe(1)
  expect(weeksAgo(new Date('2026-04-27T00:00'), new Date('2026-05-03T23:59'))).toBe(0)
})
