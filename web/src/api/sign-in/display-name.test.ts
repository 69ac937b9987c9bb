import { expect, test } from 'vitest'
import { displayNameOf } from './display-name.ts'

test.each([
  [{ full_name: 'Mia Torres', display_name: 'mia', name: 'M' }, 'Mia Torres'],
  [{ full_name: '  ', display_name: 'mia', name: 'M' }, 'mia'],
  [{ name: 'M' }, 'M'],
  [{ full_name: 7 }, 'mia.torres'],
  [{}, 'mia.torres'],
])('%j gives %s', (user_metadata, name) => {
  expect(displayNameOf({ email: 'mia.torres@example.test', user_metadata })).toBe(name)
})

test('who tells nothing at all is called User', () => {
  expect(displayNameOf({ user_metadata: {} })).toBe('User')
})
