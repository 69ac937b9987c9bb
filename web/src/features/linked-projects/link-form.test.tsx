// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { LinkForm } from './link-form.tsx'

const server = vi.fn<typeof fetch>()
const onSaved = vi.fn()

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onSaved.mockReset()
})

test.each([
  [
    'en',
    [
      'Please give the project a name',
      'Please write it as owner/name',
      'Only letters, digits, - and _',
    ],
  ],
  [
    'es',
    [
      'Pon un nombre al proyecto',
      'Escríbelo como propietario/nombre',
      'Solo letras, cifras, - y _',
    ],
  ],
] as const)('every field that is wrong says how it is written (%s)', async (language, texts) => {
  await open(language)
  const [name, repository, , builderId] = fields()
  fireEvent.change(repository as HTMLElement, { target: { value: 'ferry' } })
  fireEvent.change(builderId as HTMLElement, { target: { value: 'sb1 abc' } })

  await submit()

  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(name)
  expect(server).not.toHaveBeenCalled()
})

test('an id that another link has is explained, and the form stays', async () => {
  const refusal = { code: '23505', message: 'duplicate key value violates unique constraint' }
  server.mockImplementation(async () => Response.json(refusal, { status: 409 }))
  await open('en')
  fireEvent.change(fields()[0] as HTMLElement, { target: { value: 'Ferry' } })

  await submit()

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create projectAnother of your projects has this id. It may be among the unlinked ones.',
  )
  expect(onSaved).not.toHaveBeenCalled()
})

test('what was chosen is sent as the columns of the table', async () => {
  server.mockImplementation(async () => new Response(null, { status: 201 }))
  await open('en')
  const [name, repository] = fields()
  fireEvent.change(name as HTMLElement, { target: { value: ' Ferry ' } })
  fireEvent.change(repository as HTMLElement, { target: { value: 'acme/ferry' } })
  fireEvent.click(screen.getByLabelText('Public'))

  await submit()

  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toMatchObject({
    project_name: 'Ferry',
    github_repo_owner: 'acme',
    github_repo_name: 'ferry',
    is_private: false,
  })
})

const open = (language: Language) =>
  act(async () => {
    render(inExampleApp(<LinkForm project={null} suggestions={[]} onSaved={onSaved} />, language))
  })

const fields = () => [...document.querySelectorAll<HTMLInputElement>('input:not([type=radio])')]

const submit = () => act(async () => void fireEvent.click(screen.getByRole('button')))
