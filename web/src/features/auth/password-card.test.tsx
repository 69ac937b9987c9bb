// @vitest-environment happy-dom
import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { sessionStore } from '#api/session/session.ts'
import { storageKey } from '#api/session/stored-session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { PasswordCard } from './password-card.tsx'

afterEach(() => {
  cleanup()
  sessionStore.set({ status: 'visitor' })
})

test('a password that was typed is marked as unsaved until it is deleted again', async () => {
  await open({ cameByMail: false })
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')

  type('New password', 'another-secret')
  expect(screen.getByRole('status').textContent).toBe('unsaved')

  type('New password', '')
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')
})

test('the current password is asked for, unless a link in a mail has led here', async () => {
  await open({ cameByMail: false })
  expect(screen.getByLabelText('Current password')).toBeTruthy()
  cleanup()

  await open({ cameByMail: true })

  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(
    screen.getByText('Set a new password. You will be signed out everywhere else.'),
  ).toBeTruthy()
})

test('whoever only signs in by a provider has no current password to enter', async () => {
  const user = { app_metadata: { providers: ['github'] } }
  const stored = { access_token: 'token', expires_at: 1, user }
  localStorage.setItem(storageKey(), JSON.stringify(stored))

  await open({ cameByMail: false })

  expect(screen.queryByLabelText('Current password')).toBeNull()
  localStorage.clear()
})

test('two different passwords are refused beside the second', async () => {
  await open({ cameByMail: true })
  type('New password', 'another-secret')
  type('Confirm Password', 'another-secre')

  fireEvent.click(screen.getByRole('button', { name: 'Save password' }))

  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm Password'))
})

function open({ cameByMail }: { cameByMail: boolean }) {
  const member = { status: 'member', id: 'mia', email: 'mia@example.test', profile: null } as const
  sessionStore.set({ ...member, cameByMail })

  return act(async () => {
    render(
      inExampleApp(
        <>
          <PasswordCard />
          <UnsavedState />
        </>,
      ),
    )
  })
}

const UnsavedState = () => <p role="status">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
