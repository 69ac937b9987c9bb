import { expect, test } from 'vitest'
import { lackedScopes, probeProblem, scopeProblem } from './token-check.ts'

const GOOD = { status: 200, scopes: 'gist, repo', isFineGrained: false }

test('a classic token needs the scope repo, as a whole word', () => {
  expect(scopeProblem(GOOD)).toBeNull()
  expect(scopeProblem({ ...GOOD, scopes: 'public_repo' })).toEqual({
    kind: 'lacking',
    scope: 'repo',
  })
})

test('a fine-grained token has no scopes, and GitHub’s silence says nothing against a token', () => {
  expect(scopeProblem({ ...GOOD, scopes: '', isFineGrained: true })).toBeNull()
  expect(scopeProblem({ ...GOOD, status: 503 })).toEqual({ kind: 'unanswered' })
  expect(scopeProblem({ ...GOOD, status: 0 })).toEqual({ kind: 'unanswered' })
  expect(scopeProblem({ ...GOOD, status: 401 })).toEqual({ kind: 'refused' })
})

test('what a classic token cannot do besides is named', () => {
  expect(lackedScopes('repo')).toEqual(['delete_repo', 'workflow'])
  expect(lackedScopes('repo, delete_repo, workflow')).toEqual([])
})

test('the missing permission is named as GitHub names it', () => {
  expect(probeProblem({ status: 403, accepted: 'contents=write; workflows=write' }, 'a/b')).toEqual(
    {
      kind: 'lackingPermission',
      permission: 'contents: write',
      repo: 'a/b',
    },
  )
  expect(probeProblem({ status: 404, accepted: null }, 'a/b')?.kind).toBe('notListed')
  expect(probeProblem({ status: 422, accepted: null }, 'a/b')).toBeNull()
})
