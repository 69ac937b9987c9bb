import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.tsx'

const NOW = new Date('2026-05-04T12:00:00Z')

test.each([
  ['2026-05-04T11:59:40Z', 'now', 'ahora'],
  ['2026-05-04T12:00:20Z', 'now', 'ahora'],
  ['2026-05-04T11:57:00Z', '3 minutes ago', 'hace 3 minutos'],
  ['2026-05-03T11:00:00Z', 'yesterday', 'ayer'],
  ['2026-04-20T12:00:00Z', '2 weeks ago', 'hace 2 semanas'],
  ['2024-05-01T12:00:00Z', '2 years ago', 'hace 2 años'],
])('%s is %s, in Spanish %s', (at, english, spanish) => {
  expect(timeAgo('en', new Date(at), NOW)).toBe(english)
  expect(timeAgo('es', new Date(at), NOW)).toBe(spanish)
})
