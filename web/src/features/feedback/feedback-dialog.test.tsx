// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'

const server = vi.fn<typeof fetch>()
const onOpenChange = vi.fn()

beforeEach(async () => {
  server.mockImplementation(async () => Response.json({ message: '' }, { status: 503 }))
  vi.stubGlobal('fetch', server)
  await act(async () => void render(inExampleApp(<Example />)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  onOpenChange.mockReset()
})

test('feedback can be sent once it has a category and a description', () => {
  expect(sendButton().disabled).toBe(true)

  type('Description', 'It just works.')
  expect(sendButton().disabled).toBe(true)

  fireEvent.click(screen.getByLabelText('Appreciation'))
  expect(sendButton().disabled).toBe(false)
})

test('only a bug has a priority', () => {
  fireEvent.click(screen.getByLabelText('Question'))
  expect(screen.queryByText('Priority')).toBeNull()

  fireEvent.click(screen.getByLabelText('Bug'))
  expect(screen.getByText('Priority')).toBeTruthy()
})

test('a failure is shown, and the draft outlives the dialog', async () => {
  fireEvent.click(screen.getByLabelText('Question'))
  type('Description', 'How does it work?')

  fireEvent.click(sendButton())
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe('Failed to submit feedback. Please try again.')
  expect(onOpenChange).not.toHaveBeenCalled()

  await press('Close')
  expect(screen.queryByLabelText('Description')).toBeNull()
  await press('Open again')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('How does it work?')
})

test('feedback that was accepted is cleared, and the dialog closes', async () => {
  server.mockImplementation(async (_input, init) =>
    init?.method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]),
  )
  fireEvent.click(screen.getByLabelText('Question'))
  type('Description', 'How does it work?')

  await act(async () => void fireEvent.click(sendButton()))
  await vi.waitFor(() => expect(onOpenChange.mock.lastCall).toEqual([false]))

  await press('Open again')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('')
})

function Example() {
  const [isOpen, setOpen] = useState(true)
  const change = (next: boolean) => {
    onOpenChange(next)
    setOpen(next)
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {'Open again'}
      </button>
      <FeedbackDialog isOpen={isOpen} onOpenChange={change} />
    </>
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send Feedback/ })
