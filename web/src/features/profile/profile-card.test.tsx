// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { ProfileCard } from './profile-card.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  sessionStore.set({
    status: 'member',
    id: 'mia',
    email: 'mia@example.test',
    profile: null,
    cameByMail: false,
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  sessionStore.set({ status: 'visitor' })
})

test('there is nothing to save, and nothing to lose, until something differs', async () => {
  await open('en')
  expect(saveButton().disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')

  type('About', 'Builds ferries')
  expect(saveButton().disabled).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('unsaved')

  type('About', '')
  expect(saveButton().disabled).toBe(true)
})

test.each([
  ['en', 'Name', 'Name is required'],
  ['es', 'Nombre', 'El nombre es obligatorio'],
] as const)('a name is required (%s)', async (language, label, text) => {
  await open(language)
  type(label, '  ')

  fireEvent.click(saveButton())

  expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(server).not.toHaveBeenCalled()
})

test('a refusal is shown, and what was typed stays', async () => {
  server.mockImplementation(async () => Response.json({ message: 'Not now' }, { status: 500 }))
  await open('en')
  type('About', 'Builds ferries')

  fireEvent.click(saveButton())

  expect((await screen.findByRole('alert')).textContent).toBe("Couldn't saveNot now")
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe('Builds ferries')
})

const open = (language: Language) =>
  act(async () => {
    render(
      inExampleApp(
        <>
          <ProfileCard
            profile={{
              display_name: 'Mia',
              about: null,
              avatar_url: null,
              notify_team: true,
              notify_sync_trouble: true,
              notify_billing: true,
              early_access: false,
            }}
          />
          <UnsavedState />
        </>,
        language,
      ),
    )
  })

const UnsavedState = () => <p role="status">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const saveButton = () => screen.getByRole<HTMLButtonElement>('button')
