// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

test('what is irreversible can be confirmed only after its phrase was typed', async () => {
  const onConfirm = vi.fn()
  render(<Example onConfirm={onConfirm} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)

  type('Ferr')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
  type(' Ferry ')
  await press('Delete')

  expect(onConfirm).toHaveBeenCalledOnce()
})

test('a phrase that was not typed is not confirmed with the Enter key either', () => {
  const onConfirm = vi.fn()
  render(<Example onConfirm={onConfirm} />)

  fireEvent.submit(screen.getByLabelText('Type Ferry').closest('form') as HTMLFormElement)

  expect(onConfirm).not.toHaveBeenCalled()
})

test('confirming comes before closing, which may cancel what is confirmed', async () => {
  const calls: string[] = []
  render(
    <Example
      onConfirm={() => calls.push('confirmed')}
      onOpenChange={(isOpen) => calls.push(`open: ${isOpen}`)}
    />,
  )

  type('Ferry')
  await press('Delete')

  expect(calls).toEqual(['confirmed', 'open: false'])
})

test('Cancel closes and confirms nothing', async () => {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  render(<Example onConfirm={onConfirm} onOpenChange={onOpenChange} />)
  type('Ferry')

  await press('Cancel')

  expect(onOpenChange.mock.lastCall?.[0]).toBe(false)
  expect(onConfirm).not.toHaveBeenCalled()
})

function Example(props: { onConfirm: () => void; onOpenChange?: (isOpen: boolean) => void }) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={() => {}}
      title="Delete Ferry?"
      text="It cannot be undone."
      phrase={{ label: 'Type Ferry', expected: 'Ferry' }}
      cancelText="Cancel"
      confirmText="Delete"
      {...props}
    />
  )
}

const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Type Ferry'), { target: { value } })

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
