// @vitest-environment happy-dom
import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Project } from '#api/projects/projects.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { DetailsTab } from './details-tab.tsx'

const PROJECT: Project = {
  id: '5b0c0f5e-0000-4000-8000-000000000001',
  name: 'Ferry',
  description: null,
  start_date: null,
  end_date: null,
  updated_at: '2026-05-02T00:00:00Z',
  status: 'active',
  role: 'editor',
  repository: null,
  branch: null,
  isPrivate: null,
  lastSyncAt: null,
  link: null,
}

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  server.mockImplementation(async () => Response.json([{ id: PROJECT.id }]))
  vi.stubGlobal('fetch', server)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test('what was typed about a project is marked as unsaved', async () => {
  await open()
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')

  type('Name', 'Ferry two')

  expect(screen.getByRole('status').textContent).toBe('unsaved')
})

test('leaving without saving does not save', async () => {
  await open()
  type('Name', 'Ferry two')

  fireEvent.click(screen.getByRole('link', { name: 'Away' }))
  const leave = await screen.findByRole('button', { name: 'Leave' }, { timeout: 3000 })
  await act(async () => void fireEvent.click(leave))

  expect(server).not.toHaveBeenCalled()
})

async function open() {
  await act(async () => {
    render(
      inExampleApp(
        <>
          <DetailsTab project={PROJECT} />
          <Link to="/away">{'Away'}</Link>
          <UnsavedState />
        </>,
      ),
    )
  })
}

const UnsavedState = () => <p role="status">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
