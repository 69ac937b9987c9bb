// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { UninstallForm } from './uninstall-form.tsx'

const server = vi.fn<typeof fetch>()
const onDone = vi.fn()

beforeEach(() => {
  // The list of reasons is not answered, so the known ones are shown.
  server.mockImplementation(async (_input, init) =>
    init?.method === 'POST'
      ? new Response(null, { status: 201 })
      : Response.json({ message: 'Not now' }, { status: 500 }),
  )
  vi.stubGlobal('fetch', server)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onDone.mockReset()
})

test.each([
  ['en', /^Select a reason or write a line/],
  ['es', /^Marca un motivo o escribe una línea/],
] as const)('an empty answer is not sent (%s)', async (language, text) => {
  await open(language)

  await act(async () => void fireEvent.click(screen.getByRole('button')))

  expect(screen.getByRole('alert').textContent).toMatch(text)
  expect(onDone).not.toHaveBeenCalled()
})

test('reasons and words are sent together', async () => {
  await open('en')
  const [first, second] = screen.getAllByRole<HTMLInputElement>('checkbox')
  if (!first || !second) throw new Error('the page has no reasons')
  fireEvent.click(first)
  fireEvent.click(second)
  fireEvent.click(first)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' Thank you ' } })

  fireEvent.click(screen.getByRole('button'))

  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), { timeout: 3000 })
  const sent = server.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]
  expect(JSON.parse(String(sent?.body))).toMatchObject({
    reasons: [second.value],
    description: 'Thank you',
  })
})

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<UninstallForm onDone={onDone} />, language)))
