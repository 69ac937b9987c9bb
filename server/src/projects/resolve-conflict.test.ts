import { expect, test } from 'vitest'
import type { Link } from './links-table.ts'
import { readSent, type Sent } from './read-sent.ts'
import { resolveConflict, type Strategy } from './resolve-conflict.ts'

const NOON = '2026-03-01T12:00:00.000Z'

test('what both sides say alike is confirmed', () => {
  expect(resolutions(sent({}), link({}))).toEqual(['confirm', 'confirm', 'confirm'])
})

test('what the extension does not mention is no difference', () => {
  const known = link({ github_branch: 'main', project_description: 'words' })

  expect(resolutions(sent({}), known)).toEqual(['confirm', 'confirm', 'confirm'])
})

test('a change in the extension counts, unless the website is to win', () => {
  const known = link({ extension_digest: sent({}).digest })

  expect(resolutions(sent({ project_name: 'New' }), known)).toEqual(['update', 'update', 'keep'])
})

test('a change on the website stays when the extension only repeats itself', () => {
  const known = link({ project_name: 'Renamed here', extension_digest: sent({}).digest })

  expect(resolutions(sent({}), known)).toEqual(['keep', 'update', 'keep'])
})

test('of two changes the newer one wins', () => {
  const known = link({ project_name: 'Other', last_modified: new Date(NOON) })

  expect(
    resolveConflict(sent({ last_modified: '2026-03-01T11:59:00Z' }), known, 'auto-resolve'),
  ).toBe('keep')
  expect(
    resolveConflict(sent({ last_modified: '2026-03-01T12:01:00Z' }), known, 'auto-resolve'),
  ).toBe('update')
})

test('what was unlinked on the website stays unlinked until the extension has something new', () => {
  const known = link({ deleted_at: new Date(NOON), extension_digest: sent({}).digest })

  expect(resolutions(sent({}), known)).toEqual(['keep-deleted', 'restore', 'keep-deleted'])
  expect(resolutions(sent({ github_branch: 'dev' }), known)).toEqual([
    'restore',
    'restore',
    'keep-deleted',
  ])
})

const resolutions = (one: Sent, known: Link) =>
  (['auto-resolve', 'keep-local', 'keep-remote'] satisfies Strategy[]).map((strategy) =>
    resolveConflict(one, known, strategy),
  )

function sent(more: object): Sent {
  const project = { bolt_project_id: 'sb1-a', project_name: 'A', github_repo_name: 'a', ...more }
  const [one] = readSent([project]).sent
  if (!one) throw new Error('This was not understood')

  return one
}

const link = (more: Partial<Link>): Link => ({
  id: 'id',
  bolt_project_id: 'sb1-a',
  project_name: 'A',
  project_description: null,
  github_repo_owner: null,
  github_repo_name: 'a',
  github_branch: null,
  github_repo_url: null,
  is_private: true,
  last_modified: null,
  deleted_at: null,
  extension_digest: null,
  ...more,
})
