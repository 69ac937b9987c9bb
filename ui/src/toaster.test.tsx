// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster, toasts } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster label="Notifications" dismissText="Dismiss" />)
})

afterEach(() => {
  act(() => vi.advanceTimersByTime(2_000_000))
  cleanup()
  vi.useRealTimers()
})

test('a toast is dismissed after a while, and the next one is shown', () => {
  show('first')
  show('second')
  expect(screen.getByText('first')).toBeTruthy()
  expect(screen.queryByText('second')).toBeNull()

  act(() => vi.advanceTimersByTime(6000))

  expect(screen.queryByText('first')).toBeNull()
  expect(screen.getByText('second')).toBeTruthy()
})

test('a toast stays while the pointer is over it', () => {
  show('read me')

  fireEvent.pointerEnter(screen.getByText('read me'))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('read me')).toBeTruthy()

  fireEvent.pointerLeave(screen.getByText('read me'))
  act(() => vi.advanceTimersByTime(6000))
  expect(screen.queryByText('read me')).toBeNull()
})

test('its button and the Escape key dismiss a toast', () => {
  show('first')
  show('second')

  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.getByText('second')).toBeTruthy()

  fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' })
  expect(screen.queryByText('second')).toBeNull()
})

test('its action runs once and dismisses the toast', () => {
  const undo = vi.fn()
  act(() => void toasts.show({ title: 'Deleted', action: { text: 'Undo', run: undo } }))

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Deleted')).toBeNull()
})

function show(title: string) {
  act(() => void toasts.show({ title }))
}
