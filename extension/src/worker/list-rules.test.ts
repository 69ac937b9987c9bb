import type { SyncedProject } from '@app/contract/project-sync'
import { expect, test } from 'vitest'
import type { KnownProject } from '#store/storage.ts'
import { afterFetch, afterSend, FIRST, forAccount, lastSyncOf, sentOf } from './list-rules.ts'

test('what the server has is sent also without a repository: missing there would mean deleted', () => {
  const all = listOf(
    known('linked', { target: TIDES }),
    known('row', { rowId: '1' }),
    known('seen'),
  )

  expect(sentOf(all).map((one) => one.bolt_project_id)).toEqual(['linked', 'row'])
})

test('only a whole list that lacks something on purpose deletes what it lacks', () => {
  const at = '2026-11-18T20:00:00.000Z'

  expect(lastSyncOf(at, { isWhole: true, unlinked: ['tides'] })).toBe(at)
  expect(lastSyncOf(at, { isWhole: true, unlinked: [] })).toBeNull()
  expect(lastSyncOf(at, { isWhole: false, unlinked: ['tides'] })).toBeNull()
})

test('the server’s list comes here whole, and what only this browser has stays', () => {
  const all = listOf(known('mine', { target: TIDES }))
  const next = afterFetch(all, [row('theirs')], [])

  expect(Object.keys(next)).toEqual(['mine', 'theirs'])
  expect(next.theirs?.target).toEqual({ owner: 'nora', name: 'theirs', branch: 'main' })
})

test('a link made here is not overwritten by the older one of the server', () => {
  const all = listOf(known('one', { target: TIDES, rowId: '1', isUnsent: true }))

  expect(afterFetch(all, [row('one')], []).one?.target).toEqual(TIDES)
})

test('what was unlinked here does not come back with the server’s list', () => {
  expect(afterFetch({}, [row('one')], ['one'])).toEqual({})
})

test('what was unlinked elsewhere loses its link here, and its files stay known', () => {
  const all = listOf(known('one', { target: TIDES, rowId: '1', version: 3 }))
  const { one } = afterFetch(all, [], [])

  expect(one).toMatchObject({ target: null, rowId: null, version: 3 })
})

test('two browsers with different lists both end with all of them', () => {
  const first = afterFetch(listOf(known('a', { target: TIDES })), [row('b')], [])
  const second = afterFetch(
    listOf(known('b', { target: TIDES, rowId: 'b' })),
    [row('b'), row('a')],
    [],
  )

  expect(sentOf(first).map((one) => one.bolt_project_id)).toEqual(['a', 'b'])
  expect(sentOf(second).map((one) => one.bolt_project_id)).toEqual(['b', 'a'])
})

test('a link is sent until the server has it, also if it changes on the way', () => {
  const all = listOf(known('one', { target: TIDES, isUnsent: true }))
  const sent = sentOf(all)
  const changed = listOf(known('one', { target: { ...TIDES, branch: 'next' }, isUnsent: true }))

  expect(afterSend(all, sent, REPLY).one?.isUnsent).toBe(false)
  expect(afterSend(changed, sent, REPLY).one?.isUnsent).toBe(true)
})

test('another account gets what no server has, and nothing of the account before', () => {
  const all = listOf(
    known('theirs', { target: TIDES, rowId: '1' }),
    known('own', { target: TIDES }),
  )

  expect(Object.keys(forAccount(all))).toEqual(['own'])
})

const TIDES = { owner: 'nora', name: 'tides', branch: 'main' }
const REPLY = { success: true as const, updatedProjects: [], conflicts: [], deletedProjects: [] }

const known = (id: string, part: Partial<KnownProject> = {}): KnownProject => ({
  ...FIRST,
  id,
  name: id,
  ...part,
})

const listOf = (...all: KnownProject[]) => Object.fromEntries(all.map((one) => [one.id, one]))

const row = (id: string): SyncedProject => ({
  id: `row of ${id}`,
  bolt_project_id: id,
  project_name: id,
  project_description: null,
  github_repo_owner: 'nora',
  github_repo_name: id,
  github_branch: 'main',
  github_repo_url: null,
  is_private: true,
  last_modified: null,
})
