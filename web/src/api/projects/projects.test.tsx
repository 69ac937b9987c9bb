// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClientFor } from '#api/calls/query-client.ts'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { useSaveLink } from './linked-projects.ts'
import { projectListQuery } from './project-list.ts'
import {
  type Project,
  projectQuery,
  useCreateProject,
  useDeleteProject,
  useSaveProject,
} from './projects.ts'

const ID = '5d0c7a52-3f0e-4d0c-9d56-0a8f3c1f7b11'
const INPUT = {
  name: 'Ferry',
  description: null,
  start_date: null,
  end_date: null,
  status: 'active' as const,
  repository: { owner: 'acme', name: 'ferry' },
}
const PROJECT: Project = {
  ...INPUT,
  id: ID,
  updated_at: '2026-05-01T00:00:00Z',
  role: 'owner',
  repository: null,
  branch: null,
  isPrivate: null,
  lastSyncAt: null,
  link: null,
}

let requests: string[] = []

beforeEach(() => {
  document.body.innerHTML = configScript(exampleConfig)
  requests = []
  vi.stubGlobal('fetch', answer)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['creating', () => useCreateProject(), INPUT],
  ['editing', () => useSaveProject(), { project: PROJECT, input: INPUT }],
  ['deleting', () => useDeleteProject(() => {}), PROJECT],
])('%s a project loads the list of projects again', async (_verb, useChange, input) => {
  const list = projectListQuery({ words: '', show: 'all', sort: 'newest', page: 1, troubled: null })
  const { result } = showing(() => ({ list: useQuery(list), change: useChange() }))
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))

  await act(async () => {
    await result.current.change.mutateAsync(input as never)
  })

  await waitFor(() => expect(timesAsked('POST /rest/v1/rpc/get_my_projects')).toBe(2))
})

test('renaming a link loads the page of its project again', async () => {
  const details = projectQuery(ID, 'mia')
  const { result } = showing(() => ({ project: useQuery(details), save: useSaveLink() }))
  await waitFor(() => expect(result.current.project.isSuccess).toBe(true))

  await act(() =>
    result.current.save.mutateAsync({ columns: { project_name: 'Tide' }, linkId: 'link' } as never),
  )

  await waitFor(() => expect(timesAsked('GET /rest/v1/projects')).toBe(2))
})

function showing<Shown>(hook: () => Shown) {
  const client = queryClientFor(crypto.randomUUID())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )

  return renderHook(hook, { wrapper })
}

const timesAsked = (request: string) => requests.filter((one) => one === request).length

/** The data API: every list is empty, every change finds its row. */
async function answer(input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}) {
  const { pathname } = new URL(String(input))
  requests.push(`${method} ${pathname}`)
  const isChange = method !== 'GET' && !pathname.includes('/rpc/')

  return Response.json(isChange ? [{ id: ID, updated_at: '2026-05-02T00:00:00Z' }] : [])
}
