import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmPayment } from './confirm-payment.ts'

const ACTIVE = { subscription_status: 'active', plan_name: 'Pro Monthly', current_period_end: null }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a payment that is known at once is confirmed by the first question', async () => {
  const needs = needsWith({ ask: async () => ACTIVE })

  const confirmed = confirmPayment(needs)
  await vi.advanceTimersByTimeAsync(0)

  expect(await confirmed).toBe(ACTIVE)
  expect(needs.refresh).not.toHaveBeenCalled()
})

test('what no webhook has told, the server learns from the provider after three seconds', async () => {
  const needs = needsWith({ refresh: async () => ACTIVE })
  const confirmed = confirmPayment(needs)

  await vi.advanceTimersByTimeAsync(3000)

  expect(await confirmed).toBe(ACTIVE)
  expect(needs.ask).toHaveBeenCalledTimes(3)
})

test('after half a minute it is late, also where no question was answered', async () => {
  const offline = async () => {
    throw new TypeError('Failed to fetch')
  }
  const needs = needsWith({ ask: offline, refresh: offline })
  const confirmed = confirmPayment(needs)

  await vi.advanceTimersByTimeAsync(30_000)

  expect(await confirmed).toBeNull()
  expect(needs.ask).toHaveBeenCalledTimes(8)
  expect(needs.refresh).toHaveBeenCalledTimes(2)
})

test('whoever leaves the page asks no more', async () => {
  const leaving = new AbortController()
  const needs = { ...needsWith({}), signal: leaving.signal }
  const confirmed = confirmPayment(needs)
  await vi.advanceTimersByTimeAsync(1500)

  leaving.abort()
  await vi.advanceTimersByTimeAsync(30_000)

  expect(await confirmed).toBeNull()
  expect(needs.ask).toHaveBeenCalledTimes(2)
})

type Ask = () => Promise<typeof ACTIVE | null>

const needsWith = ({
  ask = async () => null,
  refresh = async () => null,
}: {
  ask?: Ask
  refresh?: Ask
}) => ({
  ask: vi.fn(ask),
  refresh: vi.fn(refresh),
  signal: new AbortController().signal,
})
