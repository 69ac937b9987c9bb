// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { NewProjectDialog } from './new-project-dialog.tsx'

const onClose = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not now' }, { status: 500 }))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  onClose.mockReset()
})

test.each([
  ['en', 'Create project', 'Name', 'Give it a name'],
  ['es', 'Crear proyecto', 'Nombre', 'Ponle un nombre'],
] as const)('a project needs a name (%s)', async (language, create, label, text) => {
  await open(language)

  await press(create)

  expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})

test('a failure is shown in the dialog, which stays open with what was typed', async () => {
  await open('en')
  type('Name', 'Ferry')

  await press('Create project')

  expect((await screen.findByRole('alert')).textContent).toBe('Failed to create projectNot now')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ferry')
  expect(onClose).not.toHaveBeenCalled()
})

test('it closes at once while it is empty, and asks after something was typed', async () => {
  await open('en')
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()

  type('Name', 'Ferry')
  await press('Cancel')
  expect(screen.getByText('Leave without saving?')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()

  await press('Leave')
  expect(onClose).toHaveBeenCalledTimes(2)
})

const open = (language: Language) =>
  act(async () => void render(inExampleApp(<NewProjectDialog onClose={onClose} />, language)))

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
