import { expect, test } from 'vitest'
import { currentOf, isEnded, type Subscription } from './subscription.ts'

test('an old subscription that still runs counts more than a new one that does not', () => {
  const unpaid = subscriptionWith({ id: 'new', status: 'unpaid', has_access: false })
  const running = subscriptionWith({ id: 'old', status: 'cancelled', has_access: true })

  expect(currentOf([unpaid, running])).toBe(running)
})

test('where none runs, the newest tells what became of it', () => {
  const newest = subscriptionWith({ id: 'new', status: 'expired', has_access: false })
  const oldest = subscriptionWith({ id: 'old', status: 'expired', has_access: false })

  expect(currentOf([newest, oldest])).toBe(newest)
  expect(currentOf([])).toBeNull()
})

test('a cancelled subscription is over when the server says that its access has ended', () => {
  expect(isEnded(subscriptionWith({ status: 'cancelled', has_access: true }))).toBe(false)
  expect(isEnded(subscriptionWith({ status: 'cancelled', has_access: false }))).toBe(true)
  expect(isEnded(subscriptionWith({ status: 'unpaid', has_access: false }))).toBe(false)
  expect(isEnded(subscriptionWith({ status: 'expired', has_access: false }))).toBe(true)
})

const subscriptionWith = (some: Partial<Subscription>) => some as Subscription
