// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { ProofDialog } from './proof-dialog.tsx'

const repeat = vi.fn<(nonce: string | undefined) => Promise<void>>()
const onClose = vi.fn()

beforeEach(async () => {
  sessionStore.set({
    status: 'member',
    id: 'mia',
    email: 'mia@example.test',
    profile: null,
    cameByMail: false,
  })
  const dialog = (
    <ProofDialog proofs={{ appId: null, touch: null }} repeat={repeat} onClose={onClose} />
  )
  await act(async () => void render(inExampleApp(dialog)))
})

afterEach(() => {
  cleanup()
  repeat.mockReset()
  onClose.mockReset()
  sessionStore.set({ status: 'visitor' })
})

test('the digits of the mail are the proof, and spaces in them do not matter', async () => {
  screen.getByText('We sent six digits to mia@example.test.')

  await send('123 456')

  expect(repeat).toHaveBeenCalledWith('123456')
})

test('a wrong code is told in the dialog, which asks again', async () => {
  repeat.mockRejectedValue(
    new FunctionError(422, { code: 'reauthentication_not_valid', error: 'No' }),
  )

  await send('000000')

  expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong or has expired.')
  expect(onClose).not.toHaveBeenCalled()
})

test('closing it gives up', async () => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })))

  expect(onClose).toHaveBeenCalledOnce()
  expect(repeat).not.toHaveBeenCalled()
})

async function send(value: string) {
  fireEvent.change(screen.getByLabelText('Code from the email'), { target: { value } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Continue' })))
}
