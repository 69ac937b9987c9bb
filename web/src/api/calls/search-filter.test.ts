import { expect, test } from 'vitest'
import { searchFilter } from './search-filter.ts'

test('words are looked for in name, repository, description and owner', () => {
  expect(searchFilter('tide')).toBe(
    'name.ilike."*tide*",repository.ilike."*tide*",description.ilike."*tide*",owner_name.ilike."*tide*"',
  )
})

test.each([
  ['100%', '"*100\\\\%*"'],
  ['snake_case', '"*snake\\\\_case*"'],
  ['a*b', '"*a_b*"'],
  ['a,b', '"*a,b*"'],
  ['(draft)', '"*(draft)*"'],
  ['say "hi"', '"*say \\"hi\\"*"'],
  ['back\\slash', '"*back\\\\\\\\slash*"'],
])('%s stands for itself', (words, pattern) => {
  expect(searchFilter(words)).toContain(`name.ilike.${pattern},`)
})
