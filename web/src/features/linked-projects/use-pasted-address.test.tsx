// @vitest-environment happy-dom
import { toasts } from '@app/ui/toaster.tsx'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { usePastedAddress } from './use-pasted-address.ts'

const server = vi.fn<typeof fetch>()

beforeEach(async () => {
  server.mockImplementation(async () => Response.json([]))
  vi.stubGlobal('fetch', server)
  await act(async () => void render(inExampleApp(<Example />)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  for (const { id } of toasts.all()) toasts.dismiss(id)
})

test('an address that is pasted beside the fields is offered', async () => {
  await paste(document.body, ' https://github.com/mia/tide ')

  expect(toasts.shown()).toMatchObject({
    title: 'Link mia/tide?',
    action: { text: 'Link project' },
  })
})

test('what is linked already can be opened', async () => {
  server.mockImplementation(async () => Response.json([{ project_id: 'id', name: 'Tide' }]))

  await paste(document.body, 'https://bolt.new/~/sb1-abc123')

  expect(toasts.shown()).toMatchObject({
    title: 'Tide is already linked',
    action: { text: 'Open' },
  })
})

test('without an answer it is offered', async () => {
  server.mockImplementation(async () => Response.json({ message: '' }, { status: 503 }))

  await paste(document.body, 'git@github.com:mia/tide.git')

  expect(toasts.shown()?.title).toBe('Link mia/tide?')
})

test('in a field, and while a dialog is open, a paste is text', async () => {
  await paste(screen.getByLabelText('Name'), 'https://github.com/mia/tide')
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.dataset.open = ''
  document.body.append(dialog)
  await paste(document.body, 'https://github.com/mia/tide')
  dialog.remove()

  expect(toasts.shown()).toBeNull()
  expect(server).not.toHaveBeenCalled()
})

test('other texts are left alone', async () => {
  await paste(document.body, 'mia/tide')

  expect(toasts.shown()).toBeNull()
})

function Example() {
  usePastedAddress()

  return (
    <label>
      {'Name'}
      <input />
    </label>
  )
}

const paste = (target: Element, text: string) =>
  act(async () => {
    fireEvent.paste(target, { clipboardData: { getData: () => text } })
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
