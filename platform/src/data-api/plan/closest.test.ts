import { expect, test } from 'vitest'
import { closest } from './closest.ts'

const NAMES = Array.from({ length: 60 }, (_, i) => `some_table_${i}`)

test('the most similar name is suggested', () => {
  expect(closest(NAMES, 'some_tabel_7')).toBe('some_table_7')
  expect(closest(['projects', 'tasks'], 'project')).toBe('projects')
})

test('a name that is too long to be alike costs no more than one that is alike', () => {
  const usual = costOf(() => closest(NAMES, 'some_table_x', 0.75))
  const long = costOf(() => closest(NAMES, 'some_table_'.repeat(10_000), 0.75))

  expect(long / usual).toBeLessThan(20)
})

/** The best of several, because the machine is shared. */
function costOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })

  return Math.max(1, Math.min(...times))
}
