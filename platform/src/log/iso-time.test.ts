import { expect, test } from 'vitest'
import { isoTime } from './log.ts'

test('a time is written as toISOString writes it', () => {
  const seconds = [0, 1_763_337_599_000, 1_763_337_600_000, 1_763_337_599_000]
  const times = seconds.flatMap((second) => [second, second + 7, second + 70, second + 999])

  expect(times.map(isoTime)).toEqual(times.map((ms) => new Date(ms).toISOString()))
})
