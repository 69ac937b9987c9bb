import { expect, test } from 'vitest'
import { canonicalPath, listedAmong } from './listed-pages.ts'

test('a page with two addresses is remembered by one', () => {
  expect(canonicalPath('/upgrade')).toBe('/pricing')
  expect(canonicalPath('/PrivacyPolicy')).toBe('/privacy-policy')
  expect(canonicalPath('/terms-of-use')).toBe('/TermsOfUse')
  expect(canonicalPath('/install-success')).toBe('/welcome')
  expect(canonicalPath('/goodbye')).toBe('/goodbye')
})

test('only pages that exist and are worth finding are listed, each once', () => {
  const listed = listedAmong(['/', '/pricing', '/upgrade', '/goodbye', '/unauthorized'])

  expect(listed).toEqual(['/', '/pricing'])
})
