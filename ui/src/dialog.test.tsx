// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

const CHOICES = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
]

afterEach(cleanup)

test('the first field has the focus, not the button that closes', async () => {
  await open(<TextField label="Name" />)

  await focusIsOn(screen.getByLabelText('Name'))
})

test('among radio buttons the chosen one has the focus', async () => {
  await open(
    <ChoiceGroup label="Size" name="size" choices={CHOICES} value="high" onChange={() => {}} />,
  )

  await focusIsOn(screen.getByLabelText('High'))
})

test('a field that cannot be changed is passed over', async () => {
  await open(
    <>
      <TextField label="Fixed" disabled />
      <TextField label="Free" />
    </>,
  )

  await focusIsOn(screen.getByLabelText('Free'))
})

test('the focus returns to what opened the dialog', async () => {
  await open(<TextField label="Name" />)
  await focusIsOn(screen.getByLabelText('Name'))

  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })))

  await focusIsOn(screen.getByRole('button', { name: 'Open' }))
})

test('answering a question of the page over the dialog does not close it', async () => {
  await open(<TextField label="Name" />)
  await focusIsOn(screen.getByLabelText('Name'))
  const question = document.createElement('div')
  question.setAttribute('role', 'alertdialog')
  question.dataset.open = ''
  document.body.append(question)

  await act(async () => {
    fireEvent.pointerDown(question)
    fireEvent.mouseDown(question)
    fireEvent.click(question)
  })
  expect(screen.getByLabelText('Name')).toBeTruthy()

  question.remove()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  await vi.waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
})

async function open(fields: ReactNode) {
  render(<Example>{fields}</Example>)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  await act(async () => void fireEvent.click(opener))
}

const focusIsOn = (element: HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement).toBe(element))

function Example({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <Button onClick={() => setOpen(true)}>{'Open'}</Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="New" closeText="Close">
        {children}
      </Dialog>
    </>
  )
}
