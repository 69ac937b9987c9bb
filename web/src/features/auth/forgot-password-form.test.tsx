// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(async () => {
  vi.stubGlobal('fetch', server)
  await act(
    async () => void render(inExampleApp(<ForgotPasswordForm message="You were sent here" />)),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test('once the mail is sent, the form says so and cannot be sent again', async () => {
  server.mockImplementation(async () => Response.json({}))
  expect(screen.getByText('You were sent here')).toBeTruthy()

  send('mia@example.test')
  expect(screen.getByText('Sending...').className).toBe('')

  expect(await screen.findByText(/^Password reset email sent!/, {}, { timeout: 3000 })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
})

test('a failure is shown with its reason, and the address gets the focus', async () => {
  const refusal = { error_code: 'over_request_rate_limit', msg: 'From the server' }
  server.mockImplementation(async () => Response.json(refusal, { status: 429 }))

  send('mia@example.test')

  const notice = await screen.findByRole('alert', {}, { timeout: 3000 })
  expect(notice.textContent).toBe('Error sending password reset emailRequest rate limit reached')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(screen.queryByText('You were sent here')).toBeNull()
})

function send(email: string) {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button'))
}
