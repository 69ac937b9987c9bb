import { expect, test } from 'vitest'
import { eventKind } from './event-kind.ts'

const sender = { id: 1 }
const repository = { name: 'boat' }

test.each([
  ['push', { ref: 'refs/heads/main', commits: [], repository, sender }],
  ['installation', { action: 'deleted', installation: { id: 2, account: { id: 1 } }, sender }],
  ['github_app_authorization', { action: 'revoked', sender }],
  ['repository', { action: 'deleted', repository, sender, installation: { id: 2 } }],
])('%s is known by its body', (kind, body) => {
  expect(eventKind(body)).toBe(kind)
})

test.each([
  ['a star', { action: 'deleted', starred_at: null, repository, sender, installation: { id: 2 } }],
  ['an issue', { action: 'deleted', issue: {}, repository, sender }],
  ['a new branch', { ref: 'x', ref_type: 'branch', repository, sender }],
  [
    'chosen repositories',
    { action: 'added', repositories_added: [], installation: { account: {} } },
  ],
  ['a member of a team', { action: 'revoked', sender, installation: { id: 2 } }],
  ['nothing', null],
  ['a list', [{ action: 'revoked', sender }]],
  ['a word', 'push'],
])('%s is none of them, whatever the header says', (_what, body) => {
  expect(eventKind(body)).toBeNull()
})
