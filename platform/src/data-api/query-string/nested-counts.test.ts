import { expect, test } from 'vitest'
import { hasNestedCounts } from './nested-counts.ts'

test.each([
  '(((a{0,15}){0,15}){0,15})q9',
  '((a{0,255}){0,2})',
  '(?i)(x(a{20})b){20}',
  '((a{17}|b){16})',
  '(((a){20}){20})',
  '([(]{20}){20}',
  String.raw`(\d{20}){20}`,
  '(?b)\\(a\\{2\\}\\)\\{2\\}',
])('counts inside counts are seen in %s', (pattern) => {
  expect(hasNestedCounts(pattern)).toBe(true)
})

test.each([
  String.raw`^(\d{1,3}\.){3}\d{1,3}$`,
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  String.raw`(\w{1,10} ){1,20}`,
  'a{200}b{200}c{200}',
  String.raw`(\(a{20}\)){2}b{200}`,
  '***=((a{99}){99})',
  '(a{,3}',
  'a)b{3}',
  '',
])('%s has no counts that multiply', (pattern) => {
  expect(hasNestedCounts(pattern)).toBe(false)
})
