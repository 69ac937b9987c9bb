// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { EmailCard } from './email-card.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ pending: null }))
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
  sessionStore.set({ status: 'visitor' })
})

test.each([
  ['en', 'New email address', 'Change address', "That's already your address."],
  ['es', 'Nueva dirección de correo', 'Cambiar dirección', 'Esa ya es tu dirección.'],
] as const)(
  'the address that is in use is refused, however it is written (%s)',
  async (language, label, submit, text) => {
    await open(language)
    fireEvent.change(screen.getByLabelText(label), { target: { value: ' Mia@Example.test ' } })

    fireEvent.click(screen.getByRole('button', { name: submit }))

    expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  },
)

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<EmailCard />, language)))
