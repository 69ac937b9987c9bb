import { expect, test } from 'vitest'
import { bannedUntil } from './ban-duration.ts'

const now = new Date('2030-01-01T00:00:00Z')

test.each([
  ['24h', '2030-01-02T00:00:00.000Z'],
  ['1h30m', '2030-01-01T01:30:00.000Z'],
  ['1.5h', '2030-01-01T01:30:00.000Z'],
  ['300ms', '2030-01-01T00:00:00.300Z'],
])('%s ends at %s', (duration, end) => {
  expect(bannedUntil(duration, now)?.toISOString()).toBe(end)
})

test('none lifts a ban, and for ever is a century', () => {
  expect(bannedUntil('none', now)).toBeNull()
  expect(bannedUntil(`${'9'.repeat(30)}h`, now)?.getUTCFullYear()).toBe(2129)
})

test.each(['', 'h', '24', '-1h', '24h ', '1d', 'forever', '1h;drop'])(
  '%j is no duration',
  (text) => {
    expect(() => bannedUntil(text, now)).toThrow('ban duration')
  },
)
