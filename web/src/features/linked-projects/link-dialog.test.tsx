// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Repository } from '#api/github/github-calls.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { LinkDialog } from './link-dialog.tsx'

const server = vi.fn<typeof fetch>()
const onClose = vi.fn()

const REPOSITORIES = [
  { full_name: 'acme/ferry', private: false, default_branch: 'trunk' },
  { full_name: 'mia/tide', private: true, default_branch: 'main' },
] as Repository[]

beforeEach(() => vi.stubGlobal('fetch', server))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onClose.mockReset()
})

test.each([
  [
    'en',
    ['Repository', 'Project name', 'Address in bolt.new (optional)', 'Link project'],
    [
      'Give the project a name',
      'Write it as owner/name',
      "Paste the project's address, such as https://bolt.new/~/sb1-abcd1234",
    ],
  ],
  [
    'es',
    ['Repositorio', 'Nombre del proyecto', 'Dirección en bolt.new (opcional)', 'Vincular proyecto'],
    [
      'Pon un nombre al proyecto',
      'Escríbelo como propietario/nombre',
      'Pega la dirección del proyecto, como https://bolt.new/~/sb1-abcd1234',
    ],
  ],
] as const)(
  'every field that is wrong says how it is written (%s)',
  async (language, labels, texts) => {
    const [repository, , builderId, button] = labels
    await open(language)
    type(repository, 'ferry')
    type(builderId, 'sb1 abc')

    await press(button)

    for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(repository))
    expect(server).not.toHaveBeenCalled()
  },
)

test('an address that another link has is explained, and the dialog stays', async () => {
  const refusal = { code: '23505', message: 'duplicate key value violates unique constraint' }
  server.mockImplementation(async () => Response.json(refusal, { status: 409 }))
  await open('en')
  type('Project name', 'Ferry')

  await press('Link project')

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create projectAnother of your projects has this bolt.new address. It may be among the removed ones.',
  )
  expect(onClose).not.toHaveBeenCalled()
})

test('the visibility is that of the chosen repository, and never asked', async () => {
  server.mockImplementation(async () => new Response(null, { status: 201 }))
  await open('en')
  type('Repository', 'acme/ferry')
  expect(screen.getByText('Public repository')).toBeTruthy()
  expect(field('Project name').value).toBe('ferry')

  await press('Link project')

  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject({
    project_name: 'ferry',
    github_repo_owner: 'acme',
    github_repo_name: 'ferry',
    is_private: false,
  })
})

test('a pasted address fills in repository, branch and name', async () => {
  await open('en')

  type('Repository', 'https://github.com/mia/tide/tree/feat/moon')

  expect(field('Repository').value).toBe('mia/tide')
  expect(field('Branch (optional)').value).toBe('feat/moon')
  expect(field('Project name').value).toBe('tide')
  expect(screen.getByText('Private repository')).toBeTruthy()
})

test('an address of bolt.new is understood in either field', async () => {
  await open('en')
  type('Repository', 'https://bolt.new/~/sb1-abc123')
  expect(field('Repository').value).toBe('')
  expect(field('Address in bolt.new (optional)').value).toBe('https://bolt.new/~/sb1-abc123')

  type('Address in bolt.new (optional)', 'https://bolt.new/~/sb1-xyz789?file=a.ts')
  expect(field('Address in bolt.new (optional)').value).toBe('https://bolt.new/~/sb1-xyz789')
})

test('a repository of another project is marked, in the list and once it is chosen', async () => {
  await open('en', ['acme/ferry'])

  await press('Show your repositories')
  expect((await screen.findByRole('option', { name: /acme\/ferry/ })).textContent).toBe(
    'acme/ferryAlready linked',
  )
  expect(screen.getByRole('option', { name: /mia\/tide/ }).textContent).toBe('mia/tidePrivate')
  type('Repository', 'acme/ferry')

  expect(
    screen.getByText('Public repository, already linked to another project of yours'),
  ).toBeTruthy()
})

test('closing asks once something was typed', async () => {
  await open('en')
  type('Project name', 'Ferry')

  await press('Cancel')
  expect(onClose).not.toHaveBeenCalled()
  await press('Leave')

  expect(onClose).toHaveBeenCalledOnce()
})

const open = (language: Language, linked: string[] = []) =>
  act(async () => {
    render(
      inExampleApp(
        <LinkDialog link={null} repositories={REPOSITORIES} linked={linked} onClose={onClose} />,
        language,
      ),
    )
  })

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

const sent = () => JSON.parse(String(server.mock.calls[0]?.[1]?.body))
