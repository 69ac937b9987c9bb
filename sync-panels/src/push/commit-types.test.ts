import { expect, test } from 'vitest'
import { typeOf, withType } from './commit-types.ts'

test('a message gets a type, another one, and none again', () => {
  const typed = withType('Move the tides', 'fix')
  const other = withType(typed, 'feat')

  expect([typed, other, withType(other, null)]).toEqual([
    'fix: Move the tides',
    'feat: Move the tides',
    'Move the tides',
  ])
})

test('a type with a scope is a type, and a word that only begins like one is none', () => {
  expect(['fix(tides)!: now', 'fixed: now', 'test', 'docs:'].map(typeOf)).toEqual([
    'fix',
    null,
    null,
    'docs',
  ])
})
