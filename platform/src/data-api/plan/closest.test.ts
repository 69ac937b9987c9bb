import { expect, test } from 'vitest'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { closest } from './closest.ts'

const NAMES = Array.from({ length: 60 }, (_, i) => `some_table_${i}`)

test('the most similar name is suggested', () => {
  expect(closest(NAMES, 'some_tabel_7')).toBe('some_table_7')
  expect(closest(['projects', 'tasks'], 'project')).toBe('projects')
})

test('a name that is too long to be alike costs no more than one that is alike', () => {
  const usual = cpuTimeOf(() => closest(NAMES, 'some_table_x', 0.75))
  const long = cpuTimeOf(() => closest(NAMES, 'some_table_'.repeat(10_000), 0.75))

  expect(long / usual).toBeLessThan(20)
})
