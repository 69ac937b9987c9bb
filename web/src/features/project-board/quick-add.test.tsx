// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { QuickAdd } from './quick-add.tsx'

const server = vi.fn<typeof fetch>()
const onAdded = vi.fn(async () => {})

beforeEach(async () => {
  server.mockImplementation(async () => new Response(null, { status: 201 }))
  vi.stubGlobal('fetch', server)
  await act(async () => {
    render(inExampleApp(<QuickAdd projectId="project" status="todo" onAdded={onAdded} />))
  })
  await press()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onAdded.mockReset()
})

test('names are added one after the other, and the field stays open', async () => {
  for (const name of ['Sail', ' Row ']) {
    type(name)
    await enter()
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
  }

  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledTimes(2))
  expect(sent()).toEqual([
    { project_id: 'project', name: 'Sail', status: 'todo' },
    { project_id: 'project', name: 'Row', status: 'todo' },
  ])
})

test('an empty name adds nothing', async () => {
  type('   ')

  await enter()

  expect(server).not.toHaveBeenCalled()
})

test('a name that could not be saved comes back with the reason', async () => {
  server.mockImplementation(async () => Response.json({ message: 'Not now' }, { status: 503 }))
  type('Sail')

  await enter()

  expect((await screen.findByRole('alert')).textContent).toBe('“Sail” was not added. Not now')
  expect(field().value).toBe('Sail')
})

test('Escape, or leaving it empty, closes it', async () => {
  await act(async () => void fireEvent.keyDown(field(), { key: 'Escape' }))
  expect(screen.queryByRole('textbox')).toBeNull()

  await press()
  await act(async () => void fireEvent.blur(field()))
  expect(screen.queryByRole('textbox')).toBeNull()
})

const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Add task to To Do' })))

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New task in To Do' })

const type = (value: string) => fireEvent.change(field(), { target: { value } })

const enter = () => act(async () => void fireEvent.submit(field()))

const sent = () => server.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
