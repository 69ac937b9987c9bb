// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { RegisterForm } from './register-form.tsx'

afterEach(cleanup)

const WORDS = {
  en: {
    name: 'Full Name',
    email: 'Email',
    password: 'Password',
    repeat: 'Confirm Password',
    missing: ['Name is required', 'Email address is required'],
    short: 'Password must be at least 6 characters',
    differ: 'Passwords do not match',
  },
  es: {
    name: 'Nombre completo',
    email: 'Correo electrónico',
    password: 'Contraseña',
    repeat: 'Confirmar contraseña',
    missing: ['El nombre es obligatorio', 'El correo es obligatorio'],
    short: 'La contraseña debe tener al menos 6 caracteres',
    differ: 'Las contraseñas no coinciden',
  },
}

test.each(['en', 'es'] as const)(
  'name and address are both checked at once (%s)',
  async (language) => {
    const words = WORDS[language]
    await open(language)

    submit()

    for (const text of words.missing) expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(words.name))
  },
)

test.each(['en', 'es'] as const)(
  'a password is checked first, then its repetition (%s)',
  async (language) => {
    const words = WORDS[language]
    await open(language)
    type(words.name, 'Mia')
    type(words.email, 'mia@example.test')
    submit()

    type(words.password, '12345')
    submit()
    expect(screen.getByText(words.short)).toBeTruthy()
    expect(screen.queryByText(words.differ)).toBeNull()

    type(words.password, '123456')
    submit()
    expect(screen.getByText(words.differ)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(words.repeat))
  },
)

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<RegisterForm />, language)))

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
