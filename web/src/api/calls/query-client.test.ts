// @vitest-environment happy-dom
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
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

test('a mutation without a connection fails in place instead of waiting for one', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const saving = new MutationObserver(queryClientFor('mia'), {
    mutationFn: () => Promise.reject(new TypeError('Failed to fetch')),
  })

  await expect(saving.mutate()).rejects.toThrow('Failed to fetch')
})
