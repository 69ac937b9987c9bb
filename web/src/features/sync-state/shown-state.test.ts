import type { SyncState } from '@app/contract/sync-state'
import { expect, test } from 'vitest'
import { type CheckResult, compareAddress, shownState } from './shown-state.ts'

const GONE: CheckResult = { statusIndicator: 'not-found', currentPrivacyStatus: 'Unknown' }
const AWAY: CheckResult = { statusIndicator: 'inaccessible', currentPrivacyStatus: 'Unknown' }

test('a repository that GitHub does not show is not in sync', () => {
  expect(shownState({ state: state({}), check: GONE, isAppMissing: false })).toBe('not_found')
  expect(shownState({ state: state({}), check: GONE, isAppMissing: true })).toBe('app_missing')
})

test('what could not be asked, or is not asked, changes nothing', () => {
  expect(shownState({ state: state({}), check: AWAY, isAppMissing: true })).toBe('in_sync')
  expect(shownState({ state: state({}), check: undefined, isAppMissing: false })).toBe('in_sync')
})

test.each(['never_pushed', 'in_sync', 'github_ahead'] as const)(
  'nothing is claimed before our database and GitHub have answered: %s',
  (name) => {
    const known = state({ state: name })

    expect(shownState({ state: null, check: null, isAppMissing: null })).toBe('checking')
    expect(shownState({ state: known, check: null, isAppMissing: null })).toBe('checking')
    expect(shownState({ state: known, check: GONE, isAppMissing: null })).toBe('checking')
    expect(shownState({ state: known, check: AWAY, isAppMissing: null })).toBe(name)
  },
)

test.each(['push_failed', 'not_connected'] as const)(
  'what our database knows without GitHub is shown at once: %s',
  (name) => {
    expect(shownState({ state: state({ state: name }), check: null, isAppMissing: null })).toBe(
      name,
    )
  },
)

test('a link without a repository has nothing to ask GitHub for', () => {
  const bare = state({ state: 'never_pushed', repo_name: null })

  expect(shownState({ state: bare, check: null, isAppMissing: null })).toBe('never_pushed')
})

test('in a shared project the owner’s state counts, not what the reader may see at GitHub', () => {
  const shared = state({ is_mine: false, state: 'push_failed' })

  expect(shownState({ state: shared, check: GONE, isAppMissing: true })).toBe('push_failed')
})

test('the comparison starts at the last own push, or shows the branch where there is none', () => {
  const web = 'https://code.test'

  expect(compareAddress(web, state({ branch: 'feat/ü' }))).toBe(
    'https://code.test/mia/soup/compare/abc...feat/%C3%BC',
  )
  expect(compareAddress(web, state({ branch: null }))).toBe(
    'https://code.test/mia/soup/compare/abc...dev',
  )
  expect(
    compareAddress(web, state({ last_push_sha: null, branch: null, last_push_branch: null })),
  ).toBe('https://code.test/mia/soup/commits/HEAD')
  expect(compareAddress(web, state({ repo_name: null }))).toBeNull()
})

function state(fields: Partial<SyncState>): SyncState {
  return {
    project_id: '00000000-0000-4000-8000-000000000001',
    project_name: 'Soup',
    state: 'in_sync',
    ahead_by: 0,
    repo_owner: 'mia',
    repo_name: 'soup',
    branch: 'main',
    is_mine: true,
    last_push_at: '2026-05-01T12:00:00Z',
    last_push_sha: 'abc',
    last_push_message: 'feat: soup',
    last_push_branch: 'dev',
    failed_at: null,
    failed_message: null,
    ...fields,
  }
}
