import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastQueue } from './toast-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('one toast is shown at a time, the others wait for it to be dismissed', () => {
  const queue = createToastQueue()

  const first = queue.show({ title: 'first' })
  queue.show({ title: 'second' })
  expect(queue.shown()?.title).toBe('first')

  queue.dismiss(first)
  expect(queue.shown()?.title).toBe('second')
})

test('a dismissed toast is removed after 1,000,000 ms and not before', () => {
  const queue = createToastQueue()
  queue.dismiss(queue.show({ title: 'seen' }))

  vi.advanceTimersByTime(999_999)
  expect(queue.all()).toHaveLength(1)

  vi.advanceTimersByTime(1)
  expect(queue.all()).toEqual([])
})

test('twenty toasts fit; the twenty-first takes the place of the oldest', () => {
  const queue = createToastQueue()

  for (let number = 1; number <= 21; number++) queue.show({ title: `toast ${number}` })

  expect(queue.all()).toHaveLength(20)
  expect(queue.shown()?.title).toBe('toast 2')
})

test('a dismissed toast is dropped before one that still waits', () => {
  const queue = createToastQueue()
  const ids = Array.from({ length: 20 }, (_, index) => queue.show({ title: `toast ${index + 1}` }))
  queue.dismiss(ids[4] ?? 0)

  queue.show({ title: 'newest' })

  const titles = queue.all().map(({ title }) => title)
  expect(titles).not.toContain('toast 5')
  expect(queue.shown()?.title).toBe('toast 1')
  expect(titles.at(-1)).toBe('newest')
})

test('a listener is called on every change until it unsubscribes', () => {
  const queue = createToastQueue()
  const listener = vi.fn()
  const unsubscribe = queue.subscribe(listener)

  queue.dismiss(queue.show({ title: 'hello' }))
  unsubscribe()
  queue.show({ title: 'unheard' })

  expect(listener).toHaveBeenCalledTimes(2)
})

test('a toast about the same subject replaces the one shown, and the older is removed in its time', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Saving failed', subject: 'profile' })

  queue.show({ title: 'Saving failed again', subject: 'profile' })

  expect(queue.shown()?.title).toBe('Saving failed again')
  vi.advanceTimersByTime(1_000_000)
  expect(queue.all().map(({ title }) => title)).toEqual(['Saving failed again'])
})

test('a success replaces the failure before it, but not one about another subject', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Failed', tone: 'danger' })
  queue.show({ title: 'Saved', tone: 'positive' })
  expect(queue.shown()?.title).toBe('Saved')

  const other = createToastQueue()
  other.show({ title: 'Failed', tone: 'danger', subject: 'one' })
  other.show({ title: 'Saved', tone: 'positive', subject: 'two' })
  expect(other.shown()?.title).toBe('Failed')
})
