import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

test.each([
  ['es', 'en', 'es'],
  ['fr', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
  [undefined, 'de, en;q=0.3, es;q=0.7', 'es'],
  [undefined, 'es;q=0, en', 'en'],
  [undefined, 'de', 'en'],
  [undefined, undefined, 'en'],
  [undefined, ';;;q=,,', 'en'],
])('cookie %s and browser %s give %s', (cookie, accepts, language) => {
  expect(chooseLanguage(cookie, accepts)).toBe(language)
})
