// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { queryClientFor } from './query-client.ts'

test('data is fresh for 5 minutes, kept for 30, retried once and not fetched again on focus', () => {
  expect(queryClientFor('mia').getDefaultOptions().queries).toEqual({
    staleTime: 300_000,
    gcTime: 1_800_000,
    retry: 1,
    refetchOnWindowFocus: false,
  })
})

test('the next person in the same tab finds nothing of the one before', () => {
  queryClientFor('mia').setQueryData(['secret'], 'of Mia')
  expect(queryClientFor('mia').getQueryData(['secret'])).toBe('of Mia')

  expect(queryClientFor('priya').getQueryData(['secret'])).toBeUndefined()
  expect(queryClientFor('mia').getQueryData(['secret'])).toBeUndefined()
})
