// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import type { SyncState } from '@app/contract/sync-state'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import type { CheckResult } from './shown-state.ts'
import { SyncStateAction } from './sync-state-action.tsx'
import { SyncStateBadge } from './sync-state-badge.tsx'

const GONE: CheckResult = { statusIndicator: 'not-found', currentPrivacyStatus: 'Unknown' }

afterEach(cleanup)

test.each([
  ['in_sync', 0, 'In sync', 'Sincronizado'],
  ['github_ahead', 1, 'GitHub ahead by 1 commit', 'GitHub va 1 por delante'],
  ['github_ahead', 2, 'GitHub ahead by 2 commits', 'GitHub va 2 por delante'],
  ['push_failed', 0, 'Last push failed', 'Falló el último push'],
  ['not_connected', 0, 'Not connected', 'Sin conexión'],
  ['never_pushed', 0, 'No push yet', 'Aún sin push'],
] as const)('%s is said in words, with a sign beside them', (name, ahead_by, english, spanish) => {
  const badge = <SyncStateBadge state={state({ state: name, ahead_by })} />

  show(badge)
  expect(screen.getByText(english).querySelector('svg')).toBeTruthy()

  cleanup()
  show(badge, 'es')
  expect(screen.getByText(spanish)).toBeTruthy()
})

test('a state that is not known yet is called so, in a badge of the same height', () => {
  show(<SyncStateBadge state={null} />)
  expect(screen.getByText('Checking…').querySelector('svg')).toBeTruthy()

  cleanup()
  show(<SyncStateBadge state={state({ state: 'never_pushed' })} check={null} />, 'es')
  expect(screen.getByText('Comprobando…')).toBeTruthy()
  expect(screen.queryByText('Aún sin push')).toBeNull()
})

test('the words of the repository check are the badge’s title', () => {
  show(<SyncStateBadge state={state({})} check={GONE} />)

  expect(screen.getByTitle('Unknown · not found').textContent).toBe('Repository not found')
})

test('a failed push leads to what went wrong, and nowhere else', () => {
  showAction(state({ state: 'push_failed' }))

  expect(hrefOf('See what went wrong: Soup')).toBe(`/projects/${ID}?tab=history`)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('where the history is on the screen, nothing leads there', () => {
  showAction(state({ state: 'push_failed' }), { isHistoryShown: true })

  expect(screen.queryByRole('link')).toBeNull()
})

test('a repository that is ahead leads its owner to where its changes come back', () => {
  showAction(state({ state: 'github_ahead', ahead_by: 2 }))

  expect(hrefOf('Bring changes back: Soup')).toBe(`/projects/${ID}/pull`)
})

test('in a shared project a repository that is ahead is compared with the last own push', () => {
  showAction(state({ state: 'github_ahead', ahead_by: 2, is_mine: false }))

  expect(hrefOf('Compare on GitHub: Soup')).toMatch(/\/mia\/soup\/compare\/abc\.\.\.main$/)
})

test('where the app is missing it is installed on that account', () => {
  const { onInstall } = showAction(state({}), { check: GONE, isAppMissing: true })

  fireEvent.click(screen.getByRole('button', { name: 'Install on mia →' }))

  expect(onInstall).toHaveBeenCalledWith('mia')
  expect(screen.queryByText('Choose a repository')).toBeNull()
})

test('without a repository one is chosen, without a connection one connects', () => {
  showAction(state({ state: 'not_connected', repo_name: null }))
  expect(hrefOf('Choose a repository: Soup')).toBe(`/projects/${ID}?tab=details`)

  cleanup()
  const { onConnect } = showAction(state({ state: 'not_connected' }))
  fireEvent.click(screen.getByRole('button', { name: 'Connect GitHub' }))
  expect(onConnect).toHaveBeenCalledOnce()
})

test('in sync nothing is to be done, and a viewer is not asked to connect for the owner', () => {
  showAction(state({}))
  expect([screen.queryByRole('link'), screen.queryByRole('button')]).toEqual([null, null])

  cleanup()
  showAction(state({ state: 'not_connected', is_mine: false }))
  expect([screen.queryByRole('link'), screen.queryByRole('button')]).toEqual([null, null])
})

test.each([
  ['none', /isn’t connected/, 'onConnect'],
  ['reconnect', /has ended/, 'onConnect'],
  ['not-installed', /isn’t installed/, 'onInstall'],
  ['suspended', /is suspended/, 'onRetry'],
  ['unreachable', /can’t be reached/, 'onRetry'],
  ['limited', /hourly limit/, 'onRetry'],
] as const)('the banner says what is the matter (%s) and what to do', (health, text, wanted) => {
  const actions = { onConnect: vi.fn(), onInstall: vi.fn(), onRetry: vi.fn() }
  show(<ConnectionBanner health={health} resetsAt={new Date()} isBusy={false} {...actions} />)

  fireEvent.click(screen.getByRole('button'))

  expect(screen.getByText(text)).toBeTruthy()
  expect(actions[wanted]).toHaveBeenCalledOnce()
})

test('a healthy or unknown connection needs no banner', () => {
  const nothing = { resetsAt: null, isBusy: false, onConnect() {}, onInstall() {}, onRetry() {} }
  show(
    <>
      <ConnectionBanner health="healthy" {...nothing} />
      <ConnectionBanner health={null} {...nothing} />
    </>,
  )

  expect(screen.queryByRole('status')).toBeNull()
})

const ID = '00000000-0000-4000-8000-000000000001'

type ActionProps = Partial<Parameters<typeof SyncStateAction>[0]>

function showAction(of: SyncState, props: ActionProps = {}) {
  const [onConnect, onInstall] = [vi.fn(), vi.fn()]
  show(<SyncStateAction state={of} projectName="Soup" {...{ onConnect, onInstall }} {...props} />)

  return { onConnect, onInstall }
}

const show = (element: ReactNode, language: Language = 'en') =>
  render(inExampleApp(element, language))

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

function state(fields: Partial<SyncState>): SyncState {
  return {
    project_id: ID,
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
    last_push_branch: 'main',
    failed_at: null,
    failed_message: null,
    ...fields,
  }
}
