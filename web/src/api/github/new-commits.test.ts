import { expect, test } from 'vitest'
import type { GithubCommit } from './github-calls.ts'
import { sinceLastSync } from './new-commits.ts'

const LISTED = ['d', 'c', 'b', 'a'].map(commit)

test('new is what came after the last push, or after the last pull if that was later', () => {
  expect(shasOf({ shas: [null, 'b'], aheadBy: 2 })).toEqual(['d', 'c'])
  expect(shasOf({ shas: ['c', 'b'], aheadBy: 2 })).toEqual(['d'])
  expect(shasOf({ shas: ['d', 'b'], aheadBy: 0 })).toEqual([])
})

test('where the last push is not in the list, its number says what is new', () => {
  expect(shasOf({ shas: [undefined, 'lost'], aheadBy: 1 })).toEqual(['d'])
  expect(shasOf({ shas: [undefined, null], aheadBy: 0 })).toEqual([])
})

test('more than one page of new commits is said', () => {
  expect(sinceLastSync(LISTED, { shas: ['lost'], aheadBy: 70 })).toEqual({
    commits: LISTED,
    hasMore: true,
  })
})

const shasOf = (known: Parameters<typeof sinceLastSync>[1]) =>
  sinceLastSync(LISTED, known).commits.map(({ sha }) => sha)

function commit(sha: string): GithubCommit {
  return { sha, html_url: '', commit: { message: sha, author: null } }
}
