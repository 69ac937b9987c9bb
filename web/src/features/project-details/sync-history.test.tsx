// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Project } from '#api/projects/projects.ts'
import type { SyncEvent } from '#api/projects/sync-history.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { SyncHistory } from './sync-history.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test('a push shows message, commit, branch, author and counts, under its week', async () => {
  await open([push({}), { ...push({}), id: '2', created_at: '2026-05-01T12:00:00Z' }])

  const [first] = screen.getAllByRole('listitem')
  const entry = within(first as HTMLElement)
  expect(screen.getByRole('heading', { level: 3, name: 'This week' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 3, name: 'Week of April 27, 2026' })).toBeTruthy()
  expect(screen.getByText(/^Fri, May 1/)).toBeTruthy()
  expect(entry.getByText('feat: tides')).toBeTruthy()
  expect(entry.getByText('main')).toBeTruthy()
  expect(entry.getByText('@mia')).toBeTruthy()
  expect(entry.getByText('1 added, 2 changed')).toBeTruthy()
  expect(
    entry.getByRole('link', { name: 'Commit abcdef0 on GitHub' }).getAttribute('href'),
  ).toMatch(/\/mia\/tide\/commit\/abcdef0123$/)
})

test('the files of a push are loaded when they are unfolded', async () => {
  await open([push({})])
  server.mockImplementation(async () =>
    Response.json({ changed_files: [{ path: 'src/app.ts', change: 'modified' }] }),
  )

  const button = screen.getByRole('button', { name: 'Show 3 files' })
  await act(async () => fireEvent.click(button))

  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByText('src/app.ts')).toBeTruthy()
  expect(screen.getByText('and 2 more')).toBeTruthy()
})

test('tasks that a push has closed are named, and can be reopened', async () => {
  const { push: record, ...event } = push({})
  await open([{ ...event, push: record && { ...record, closed_tasks: [TASK] } }])
  server.mockImplementation(async (url) => Response.json(String(url).includes('/rpc/') ? 1 : []))

  expect(screen.getByRole('link', { name: '#12 Print view' }).getAttribute('href')).toMatch(
    /\?task=12$/,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })))

  const call = server.mock.calls.find(([url]) => String(url).includes('reopen_closed_tasks'))
  expect(JSON.parse(String(call?.[1]?.body))).toEqual({ input_push_id: 'push-1' })
})

test('only failures are asked for, and that there are none is said with a way back', async () => {
  await open([push({})])
  server.mockImplementation(async () => Response.json([]))

  await act(async () => fireEvent.click(screen.getByLabelText('Failures')))

  expect(await screen.findByText('No failures')).toBeTruthy()
  expect(decodeURIComponent(String(server.mock.lastCall?.[0]))).toContain(
    'result=in.(failed,conflict)',
  )
  expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy()
})

test('a failed push says why, and has no commit', async () => {
  await open([push({ result: 'failed', message: 'GitHub answered 502', sha: null })])

  expect(screen.getByText('GitHub answered 502')).toBeTruthy()
  expect(screen.getByText('Failed')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'How to fix this' })).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('a failed push is tried again where the files are, until a later one succeeds', async () => {
  await open([push({ result: 'failed', sha: null })], 'https://bolt.example/~/sb1')

  const retry = screen.getByRole('link', { name: 'Retry: feat: tides' })
  expect(retry.getAttribute('href')).toBe('https://bolt.example/~/sb1')
})

test('a push that a rule of the branch refused is not tried again there', async () => {
  await open([push({ result: 'failed', sha: null, error: 'branch_protected' })], '/projects/1/push')

  expect(screen.queryByRole('link', { name: /^Retry/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Push to a new branch: feat: tides' })).toBeTruthy()
})

test('a failed push that was recorded with a code says why in words', async () => {
  await open([push({ result: 'failed', sha: null, error: 'branch_protected' })])

  expect(
    screen.getByText('GitHub refused the push: the branch takes changes only by pull request.'),
  ).toBeTruthy()
  expect(screen.queryByText('branch_protected')).toBeNull()
})

test('what happened to the link is named', async () => {
  const other = { ...push({}), push: null, counts: {} }
  await open([
    { ...other, id: '1', result: 'created', message: null },
    { ...other, id: '2', direction: 'inward', result: 'updated', message: 'a/b → c/d' },
    { ...other, id: '3', direction: 'inward', result: 'updated', counts: { files: 4 } },
  ])

  expect(screen.getAllByRole('listitem').map((one) => one.querySelector('p')?.textContent)).toEqual(
    ['Project linked', 'Repository moved', 'Imported from GitHub'],
  )
})

async function open(events: SyncEvent[], retryAddress: string | null = null) {
  server.mockImplementation(async () => Response.json(events))
  render(inExampleApp(<SyncHistory project={PROJECT} retryAddress={retryAddress} />))
  await screen.findAllByRole('listitem')
}

const PROJECT: Project = {
  id: 'p1',
  name: 'Tides',
  description: null,
  start_date: null,
  end_date: null,
  updated_at: '2026-10-01T12:00:00Z',
  status: 'active',
  role: 'viewer',
  repository: 'mia/tides',
  branch: 'main',
  isPrivate: true,
  lastSyncAt: null,
  link: null,
}

const TASK = { id: 't1', number: 12, name: 'Print view', status: 'todo' }

type Fields = {
  result?: SyncEvent['result']
  message?: string
  sha?: string | null
  error?: string
}

function push({ result = 'updated', message = 'feat: tides', sha = 'abcdef0123', error }: Fields) {
  const event: SyncEvent = {
    id: '1',
    direction: 'outward',
    result,
    counts: { files: 3 },
    message,
    created_at: new Date().toISOString(),
    push: {
      id: 'push-1',
      commit_sha: sha,
      commit_message: 'feat: tides\n\nMore.',
      repo_owner: 'mia',
      repo_name: 'tide',
      branch: 'main',
      author: 'mia',
      error: error ?? null,
      commit_count: 1,
      files_added: 1,
      files_modified: 2,
      files_deleted: 0,
      closed_tasks: [],
    },
  }

  return event
}
