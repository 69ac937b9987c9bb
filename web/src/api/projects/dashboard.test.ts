import { expect, test } from 'vitest'
import { everyDay, pushesThisWeek } from './dashboard.ts'

test('the chart has thirty days up to today, also those without a push', () => {
  const busy = { day: '2026-03-01', pushes: 3, commits: 2, imports: 1 }

  const days = everyDay([busy], Date.parse('2026-03-02'))

  expect(days).toHaveLength(30)
  expect(days.at(0)?.day).toBe('2026-02-01')
  expect(days.slice(-2)).toEqual([busy, { day: '2026-03-02', pushes: 0, commits: 0, imports: 0 }])
})

test('the pushes of this week are those of the last seven days that made a commit', () => {
  const day = { day: '2026-03-01', pushes: 9, commits: 1, imports: 5 }

  expect(pushesThisWeek(Array(30).fill(day))).toBe(7)
})
