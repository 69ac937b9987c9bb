import { expect, test } from 'vitest'
import { checkRepository, formerNameOf } from './check-repository.ts'

const LINK = {
  github_repo_owner: 'mia',
  github_repo_name: 'timer-wall',
  is_private: true,
  former_repo_url: null,
}
const REPOSITORY = {
  id: 1,
  name: 'timer-wall',
  full_name: 'mia/timer-wall',
  private: true,
  html_url: 'https://code.test/mia/timer-wall',
  description: null,
  default_branch: 'main',
  created_at: null,
  size: 1,
  updated_at: null,
  pushed_at: null,
}

test('a repository that GitHub shows is accessible, and tells who else may see it', () => {
  expect(checkRepository(LINK, REPOSITORY, null)).toEqual({
    exists: true,
    isPrivate: true,
    isAccessible: true,
    repository: REPOSITORY,
    hasPrivacyChanged: false,
    shouldShowGitHubButton: true,
    currentPrivacyStatus: 'Private',
    statusIndicator: 'accessible',
    offered: null,
  })
})

test('a repository that has another name now is offered, whatever the case of letters', () => {
  const renamed = { ...REPOSITORY, full_name: 'mia/wall-timer' }

  expect(checkRepository(LINK, renamed, null)).toMatchObject({ exists: true, offered: renamed })
  expect(
    checkRepository(LINK, { ...REPOSITORY, full_name: 'Mia/Timer-Wall' }, null).offered,
  ).toBeNull()
})

test('what was private and is public now has changed', () => {
  const check = checkRepository(LINK, { ...REPOSITORY, private: false }, null)

  expect(check).toMatchObject({ currentPrivacyStatus: 'Public', hasPrivacyChanged: true })
})

test.each(['not-found', 'inaccessible'] as const)(
  '%s: nothing is known, nothing is opened',
  (found) => {
    expect(checkRepository(LINK, found, null)).toEqual({
      exists: false,
      isPrivate: null,
      isAccessible: false,
      repository: null,
      hasPrivacyChanged: false,
      shouldShowGitHubButton: false,
      currentPrivacyStatus: 'Unknown',
      statusIndicator: found,
      offered: null,
    })
  },
)

test('a link without a repository has none, whatever GitHub says', () => {
  const check = checkRepository({ ...LINK, github_repo_name: null }, REPOSITORY, null)

  expect(check).toMatchObject({
    exists: false,
    currentPrivacyStatus: 'No Repository',
    statusIndicator: 'no-repo',
    shouldShowGitHubButton: false,
  })
})

test('where the linked one does not exist, the one that its former address names is offered', () => {
  const former = { ...REPOSITORY, full_name: 'harbour/timer-wall' }

  expect(checkRepository(LINK, 'not-found', former).offered).toBe(former)
  expect(checkRepository(LINK, 'not-found', 'not-found').offered).toBeNull()
  expect(checkRepository(LINK, 'inaccessible', former).offered).toBeNull()
  expect(checkRepository(LINK, REPOSITORY, former).offered).toBeNull()
})

test('the former name is read from the former address', () => {
  const moved = { ...LINK, former_repo_url: 'https://code.test/harbour/timer-wall' }

  expect(formerNameOf(moved)).toBe('harbour/timer-wall')
  expect(formerNameOf(LINK)).toBeNull()
})
