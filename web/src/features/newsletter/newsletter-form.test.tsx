// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import type { NewsletterOutcome } from '@app/contract/newsletter-answers'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test.each([
  ['en', 'Choose at least one preference.'],
  ['es', 'Elige al menos una preferencia.'],
] as const)(
  'a missing preference is shown, and the first one gets the focus (%s)',
  async (language, text) => {
    answerWith('preference_missing')
    await open(language)

    await submit()

    expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0])
  },
)

test('fields are sent under the names of the mailing service, with the honeypot, and then cleared', async () => {
  answerWith('confirm')
  await open('en')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'mia@example.test' } })
  fireEvent.click(screen.getByLabelText(/^Tips/))
  // Programs write into the page without telling React.
  const honeypot = document.querySelector<HTMLInputElement>('[name=b_name]')
  if (honeypot) honeypot.value = 'filled in by a program'

  await submit()

  expect(JSON.parse(String(server.mock.lastCall?.[1]?.body))).toEqual({
    EMAIL: 'mia@example.test',
    FNAME: '',
    LNAME: '',
    b_name: 'filled in by a program',
    tags: 'landing-page',
    'group[4]': '4',
  })
  expect(screen.getByRole('status').textContent).toMatch(/^Almost finished/)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>(/^Tips/).checked).toBe(false)
})

test('a refused address keeps what was typed', async () => {
  answerWith('email_invalid')
  await open('en')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'mia@' } })

  await submit()

  expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mia@')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<NewsletterForm />, language)))

const answerWith = (code: NewsletterOutcome) =>
  server.mockImplementation(async () => Response.json({ code }))

const submit = () => act(async () => void fireEvent.click(screen.getByRole('button')))
