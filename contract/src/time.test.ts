import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day, isSqlTime, time } from './time.ts'

test.each(['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', '2026-01-01T00:00:00-16:00'])(
  '%s is ISO and no time of PostgreSQL',
  (text) => {
    expect(z.safeParse(time, text).success).toBe(false)
  },
)

test('microseconds and the offsets of the world pass', () => {
  for (const text of ['2026-01-01T00:00:00.123456Z', '9999-12-31T23:59:59+14:00']) {
    expect(z.parse(time, text)).toBe(text)
  }
  expect(z.safeParse(day, '0000-01-01').success).toBe(false)
  expect(z.parse(day, '2024-02-29')).toBe('2024-02-29')
})

test('times as PostgreSQL writes them', () => {
  const known = [
    '2026-01-02 03:04:05.123456+00',
    '2026-01-02 03:04:05+05:30',
    '2024-02-29 00:00:00+00',
    '0001-01-01 00:00:00+00',
    'infinity',
  ]
  const unknown = [
    '',
    'now',
    '2023-02-29 00:00:00+00',
    '2026-13-01 00:00:00+00',
    '2026-01-01 24:00:01+00',
    '0000-01-01 00:00:00+00',
    '99999-01-01 00:00:00+00',
    '2026-01-01 00:00:00+16',
    '2026-01-01 00:00:00+00; drop',
  ]

  expect(known.filter((text) => !isSqlTime(text))).toEqual([])
  expect(unknown.filter(isSqlTime)).toEqual([])
})
