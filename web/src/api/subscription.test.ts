import { expect, test } from 'vitest'
import { currentOf, givesAccess, type Subscription } from './subscription.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const BEFORE = '2026-02-28T12:00:00+00:00'
const AFTER = '2026-03-02T12:00:00+00:00'

test.each([
  [{ status: 'on_trial' }, true],
  [{ status: 'active' }, true],
  [{ status: 'past_due' }, true],
  [{ status: 'cancelled', ends_at: AFTER }, true],
  [{ status: 'cancelled', ends_at: BEFORE }, false],
  [{ status: 'cancelled' }, false],
  [{ status: 'paused', pause_mode: 'free' }, true],
  [{ status: 'paused', pause_mode: 'void' }, false],
  [{ status: 'unpaid' }, false],
  [{ status: 'expired', ends_at: BEFORE }, false],
])('%o opens the Pro features: %s', (subscription, isOpen) => {
  expect(givesAccess(subscriptionWith(subscription), NOW)).toBe(isOpen)
})

test('an old subscription that still runs counts more than a new one that does not', () => {
  const unpaid = subscriptionWith({ id: 'new', status: 'unpaid' })
  const running = subscriptionWith({ id: 'old', status: 'cancelled', ends_at: AFTER })

  expect(currentOf([unpaid, running], NOW)).toBe(running)
})

test('where none runs, the newest tells what became of it', () => {
  const newest = subscriptionWith({ id: 'new', status: 'expired' })
  const oldest = subscriptionWith({ id: 'old', status: 'expired' })

  expect(currentOf([newest, oldest], NOW)).toBe(newest)
  expect(currentOf([], NOW)).toBeNull()
})

function subscriptionWith(some: Partial<Subscription>): Subscription {
  return {
    id: 'one',
    status: 'active',
    pause_mode: null,
    current_period_end: null,
    trial_ends_at: null,
    renews_at: null,
    ends_at: null,
    created_at: BEFORE,
    plan: null,
    ...some,
  }
}
