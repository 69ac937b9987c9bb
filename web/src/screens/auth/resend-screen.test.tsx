// @vitest-environment happy-dom
import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { ResendScreen } from './resend-screen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('without a reason it offers a new confirmation', async () => {
  await open(null)

  expect(screen.getByRole('heading').textContent).toBe('Resend confirmation email')
  expect(screen.getByRole('button', { name: /^Send confirmation link/ })).toBeTruthy()
})

test.each([
  ['en', 'Your reset link has expired', 'Send a new reset link', 'Email'],
  [
    'es',
    'Tu enlace para restablecer la contraseña ha caducado',
    'Enviar un enlace nuevo',
    'Correo electrónico',
  ],
] as const)(
  'after a recovery link, in %s, it sends a new reset link',
  async (language, title, button, label) => {
    const server = vi.fn<typeof fetch>(async () => Response.json({}))
    vi.stubGlobal('fetch', server)
    await open({ type: 'recovery', message: 'Why', email: 'mia@example.test' }, language)

    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(screen.getByText('Why')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('mia@example.test')
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${button}`) }))

    await vi.waitFor(() => expect(server).toHaveBeenCalled())
    expect(String(server.mock.calls[0]?.[0])).toContain('/auth/v1/recover')
  },
)

test.each([
  ['en', 'Go to account settings'],
  ['es', 'Ir a la configuración de la cuenta'],
] as const)(
  'after a link of a change of address, in %s, it leads to the account settings',
  async (language, link) => {
    await open({ type: 'email_change', message: 'Why' }, language)

    expect(screen.getByText('Why')).toBeTruthy()
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(
      '/settings?tab=account',
    )
    expect(screen.queryByRole('textbox')).toBeNull()
  },
)

async function open(state: object | null, language: Language = 'en') {
  await act(async () => void render(inExampleApp(<ResendScreen />, language, state)))
}
