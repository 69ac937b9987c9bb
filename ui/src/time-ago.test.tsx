// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TimeAgo, timeAgo } from './time-ago.tsx'
import { TranslationProvider } from './translation-provider.tsx'
import { createTranslator } from './translator.ts'

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

test('where people of many zones compare, the exact time is that of UTC and says so', () => {
  const translator = createTranslator('en', {})
  render(
    <TranslationProvider
      initial={translator}
      loadTranslator={async () => translator}
      rememberedLanguage={() => null}
      rememberLanguage={() => {}}
    >
      <TimeAgo at="2026-05-04T23:30:00+02:00" isUtc />
    </TranslationProvider>,
  )

  expect(screen.getByTitle('May 4, 2026 at 9:30:00 PM UTC').tagName).toBe('TIME')
})
