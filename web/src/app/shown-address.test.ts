import { expect, test } from 'vitest'
import { shownAddress } from './shown-address.ts'

test.each([
  ['/', '', '/'],
  ['/', 'utm_source=mail&lang=es', '/?lang=es'],
  ['/', 'lang=fr', '/'],
  ['/', 'newsletter=already', '/?newsletter=already'],
  ['/', 'newsletter=<script>', '/'],
  ['/pricing', 'newsletter=already&lang=en', '/pricing?lang=en'],
])('%s with %j shows %s', (path, query, shown) => {
  expect(shownAddress(path, new URLSearchParams(query))).toBe(shown)
})
