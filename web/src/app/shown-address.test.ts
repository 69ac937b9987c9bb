import { expect, test } from 'vitest'
import { shownAddress } from './render.tsx'

test.each([
  ['/', '', '/'],
  ['/', 'utm_source=mail&lang=es', '/?lang=es'],
  ['/', 'lang=fr', '/'],
  ['/', 'newsletter=already', '/?newsletter=already'],
  ['/', 'newsletter=<script>', '/'],
  ['/pricing', 'newsletter=already&lang=en', '/pricing?lang=en'],
  ['/Pricing/', '', '/pricing'],
  ['/%70ricing', '', '/pricing'],
  ['/PrivacyPolicy', '', '/PrivacyPolicy'],
  ['/privacy-policy', '', '/privacy-policy'],
  ['/projects/3f8e0d5a', 'lang=es&tab=history', '/projects/:id'],
  ['/projects/3f8e0d5a/push', '', '/projects/:id/push'],
  ['/projects/3f8e0d5a/pull', '', '/projects/:id/pull'],
  ['/admin/users', '', '/admin/users'],
  ['/admin/made-up/1', '', '/admin/*'],
  ['/made-up', 'lang=es', '/404'],
  ['/%E0%A4%A', '', '/404'],
])('%s with %j shows %s', (path, query, shown) => {
  expect(shownAddress(path, new URLSearchParams(query))).toBe(shown)
})
