// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const server = vi.fn<typeof fetch>()
const onClose = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('fetch', server)
  sessionStore.set({
    status: 'member',
    id: 'mia',
    email: 'mia@example.test',
    profile: null,
    cameByMail: false,
  })
  await act(async () => void render(inExampleApp(<DeleteAccountDialog onClose={onClose} />)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onClose.mockReset()
  sessionStore.set({ status: 'visitor' })
})

test('the account can be deleted only after its address was typed', () => {
  expect(deleteButton().disabled).toBe(true)

  type('mia@example')
  expect(deleteButton().disabled).toBe(true)

  type(' Mia@example.test')
  expect(deleteButton().disabled).toBe(false)
})

test('a refusal is shown in the dialog, which stays open', async () => {
  const refusal = { code: 'unexpected_failure', error: 'The database is away' }
  server.mockImplementation(async () => Response.json(refusal, { status: 500 }))
  type('mia@example.test')

  fireEvent.click(deleteButton())

  const notice = await screen.findByRole('alert', {}, { timeout: 3000 })
  expect(notice.textContent).toContain('The database is away')
  expect(onClose).not.toHaveBeenCalled()
})

test.each(['Close', 'Cancel'])('%s dismisses it', async (name) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))

  expect(onClose).toHaveBeenCalledOnce()
  expect(server).not.toHaveBeenCalled()
})

const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Type mia@example.test to confirm'), { target: { value } })

const deleteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Delete/ })
