// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { InviteCard } from './invite-card.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test.each([
  ['en', 'Email address is required', 'Invalid email address'],
  ['es', 'El correo es obligatorio', 'El correo no es válido'],
] as const)(
  'an address that the server would refuse is not sent (%s)',
  async (language, missing, invalid) => {
    await open(language)

    await submit()
    expect(screen.getByText(missing)).toBeTruthy()

    for (const address of ['mia', 'mia@localhost', 'mia@example..test']) {
      type(address)
      await submit()
      expect(screen.getByText(invalid)).toBeTruthy()
      expect(document.activeElement).toBe(screen.getByRole('textbox'))
    }
    expect(server).not.toHaveBeenCalled()
  },
)

test('after an invitation the address is cleared, the role stays', async () => {
  server.mockImplementation(async () => Response.json({ success: true }))
  await open('en')
  type(' mia@example.test ')
  fireEvent.click(screen.getByLabelText('Viewer'))
  expect(screen.getByRole('status').textContent).toBe('unsaved')

  await submit()

  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(''))
  expect(JSON.parse(String(server.mock.lastCall?.[1]?.body))).toMatchObject({
    email: 'mia@example.test',
    role: 'viewer',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Viewer').checked).toBe(true)
})

test('a refusal is shown, and the address stays', async () => {
  const refusal = { code: 'owner_only', error: 'Only the owner invites' }
  server.mockImplementation(async () => Response.json(refusal, { status: 403 }))
  await open('en')
  type('mia@example.test')

  await submit()

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The invitation could not be sentOnly the owner invites')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('mia@example.test')
})

const open = (language: Language) =>
  act(async () => {
    render(
      inExampleApp(
        <>
          <InviteCard projectId="5b0c0f5e-0000-4000-8000-000000000001" />
          <UnsavedState />
        </>,
        language,
      ),
    )
  })

const UnsavedState = () => <p role="status">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>

const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

const submit = () => act(async () => void fireEvent.click(screen.getByRole('button')))
