import { expect, test } from 'vitest'
import { everyDay } from './activity.ts'

test('the chart has thirty days up to today, the quiet ones too', () => {
  const busy = { day: '2026-03-01', pushes: 3, commits: 2 }

  const days = everyDay([busy], Date.parse('2026-03-02'))

  expect(days).toHaveLength(30)
  expect(days.at(0)?.day).toBe('2026-02-01')
  expect(days.slice(-2)).toEqual([busy, { day: '2026-03-02', pushes: 0, commits: 0 }])
})
