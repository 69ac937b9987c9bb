// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { LoginForm } from './login-form.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test.each([
  ['en', 'Continue', 'Email', 'Email address is required', 'Invalid email address'],
  ['es', 'Continuar', 'Correo electrónico', 'El correo es obligatorio', 'El correo no es válido'],
] as const)(
  'an address is checked before the password is asked for (%s)',
  async (language, next, email, missing, invalid) => {
    await open(language)

    press(next)
    expect(screen.getByText(missing)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(email))

    type(email, 'mia@')
    press(next)
    expect(screen.getByText(invalid)).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  },
)

test.each([
  ['en', 'Login failedInvalid login credentials'],
  ['es', 'No se pudo iniciar sesiónCredenciales incorrectas'],
] as const)(
  'a wrong password is reported, and can be typed again at once (%s)',
  async (language, text) => {
    const refusal = { error_code: 'invalid_credentials', msg: 'From the server' }
    server.mockImplementation(async () => Response.json(refusal, { status: 400 }))
    await open(language)

    fireEvent.change(textboxes()[0] as HTMLElement, { target: { value: 'mia@example.test' } })
    submit()
    const password = document.querySelector('input[type=password]') as HTMLInputElement
    fireEvent.change(password, { target: { value: 'not-this-one' } })
    submit()
    expect(password.disabled).toBe(true)
    // A browser takes the focus from a field that is disabled.
    screen.getByRole('link').focus()

    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text), { timeout: 3000 })
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(password.disabled).toBe(false)
  },
)

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<LoginForm />, language)))

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

const textboxes = () => screen.getAllByRole('textbox')
