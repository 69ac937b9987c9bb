// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CodedError } from '#api/errors/coded-error.ts'
import type { TaskDetails as Task } from '#api/projects/tasks.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { TaskDialog } from './task-dialog.tsx'

type Changes = ComponentProps<typeof TaskDialog>['changes']

const TASK: Task = {
  id: 'task',
  number: 12,
  description: null,
  name: 'Paint the hull',
  assignee_id: null,
  due_date: null,
  position: 1024,
  updated_at: '2026-05-02T00:00:00Z',
  status: 'todo',
  priority: 'medium',
}

const onClose = vi.fn()

afterEach(() => {
  cleanup()
  onClose.mockReset()
})

test.each([
  ['en', 'Create task', 'Name', 'Say what needs to be done'],
  ['es', 'Crear tarea', 'Nombre', 'Di qué hay que hacer'],
] as const)('a task needs a name (%s)', async (language, create, label, text) => {
  await open('todo', {}, language)

  await press(create)

  expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})

test('only what was changed is written, and the dialog closes', async () => {
  const write = vi.fn<Changes['write']>(async () => {})
  await open(TASK, { write })
  type('Name', ' Paint the deck ')

  await press('Save task')

  expect(write.mock.lastCall).toEqual([TASK, { name: 'Paint the deck' }])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a description is written, and one of blanks is none', async () => {
  const write = vi.fn<Changes['write']>(async () => {})
  await open({ ...TASK, description: 'Two coats.' }, { write })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Two coats.')

  type('Description', ' Three coats. ')
  await press('Save task')
  expect(write.mock.lastCall?.[1]).toEqual({ description: 'Three coats.' })

  type('Description', '  ')
  await press('Save task')
  expect(write.mock.lastCall?.[1]).toEqual({ description: null })
})

test('the description cannot be changed before it is loaded', async () => {
  await open(TASK, {}, 'en', { partial: 'loading' })

  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(false)
})

test('viewers read, and have nothing to save', async () => {
  await open({ ...TASK, description: 'Two coats.' }, {}, 'en', { canEdit: false })

  expect(screen.getByRole('dialog', { name: 'Task #12' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Two coats.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save task' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete task' })).toBeNull()
})

test("after somebody else's change, what was typed is kept over the new version and can be saved", async () => {
  const fresh: Task = { ...TASK, priority: 'high', updated_at: '2026-05-03T00:00:00Z' }
  const write = vi
    .fn<Changes['write']>(async () => {})
    .mockRejectedValueOnce(new CodedError('changed_meanwhile'))
  await open(TASK, { write, reread: async () => fresh })
  type('Name', 'Paint the deck')

  await press('Save task')
  expect(screen.getByRole('alert').textContent).toMatch(
    /^The task could not be saved.*Your text is still here/,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Paint the deck')
  expect(screen.getByLabelText<HTMLInputElement>('High').checked).toBe(true)

  await press('Save task')
  expect(write.mock.lastCall).toEqual([fresh, { name: 'Paint the deck' }])
})

test('closing asks once something was typed', async () => {
  await open(TASK, {})
  type('Name', 'Paint the deck')

  await press('Close')

  expect(screen.getByText('Leave without saving?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

function open(
  shown: Task | 'todo',
  changes: Partial<Changes>,
  language: Language = 'en',
  rest: { partial?: 'loading'; canEdit?: boolean } = {},
) {
  const column = { tasks: [], total: 0, next: null }

  return act(async () => {
    render(
      inExampleApp(
        <TaskDialog
          projectId="project"
          {...rest}
          shown={shown}
          isOpen
          onClose={onClose}
          people={[]}
          board={{ todo: column, inProgress: column, done: column }}
          changes={{
            move: () => {},
            remove: () => {},
            write: async () => {},
            refresh: async () => {},
            reread: async () => null,
            ...changes,
          }}
        />,
        language,
      ),
    )
  })
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
