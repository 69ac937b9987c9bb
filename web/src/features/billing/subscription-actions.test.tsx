// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Subscription } from '#api/billing/subscription.ts'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
// Downloaded when it is opened; here it is there already.
import './cancel-dialog.tsx'
import { exampleSubscription } from './example-subscription.ts'
import { SubscriptionActions } from './subscription-actions.tsx'

const USER_ID = '5b0c0f5e-0000-4000-8000-000000000001'
const server = vi.fn<typeof fetch>()

beforeEach(() => {
  sessionStore.set({ status: 'member', id: USER_ID, email: '', profile: null, cameByMail: false })
  vi.stubGlobal('fetch', server)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
})

test.each<[Partial<Subscription>, string[]]>([
  [{ status: 'on_trial' }, ['Change plan', 'Cancel trial']],
  [{ status: 'active' }, ['Change plan', 'Update payment method', 'Cancel subscription']],
  [{ status: 'past_due' }, ['Update payment method', 'Cancel']],
  [{ status: 'unpaid', has_access: false }, ['Update payment method', 'Cancel']],
  [{ status: 'cancelled' }, ['Resume subscription']],
  [{ status: 'paused' }, ['Resume payments']],
  [{ status: 'expired', has_access: false }, []],
])('%o offers %o', async (some, labels) => {
  await open(some)

  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(labels)
})

test('an ended subscription leads to the plans', async () => {
  await open({ status: 'cancelled', has_access: false })

  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
})

test('cancelling sends the reason and the comment, and needs neither', async () => {
  server.mockImplementation(async () =>
    Response.json({ error: '…', code: 'billing_unavailable' }, { status: 503 }),
  )
  await open({})
  await press('Cancel subscription')
  expect((await screen.findByRole('dialog')).textContent).toContain('Auto push when idle')

  fireEvent.change(screen.getByLabelText(/Anything we should know/), {
    target: { value: ' dear ' },
  })
  await press('Cancel subscription')

  const [address, init] = server.mock.calls[0] ?? []
  expect(String(address)).toContain('/functions/v1/cancel-subscription')
  expect(JSON.parse(String(init?.body))).toEqual({
    subscriptionId: exampleSubscription().id,
    userId: USER_ID,
    reason: null,
    comment: 'dear',
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The payment provider cannot be reached. Nothing was changed.',
  )
})

test('two clicks on Resume ask once', async () => {
  server.mockImplementation(() => new Promise(() => {}))
  await open({ status: 'cancelled' })

  const button = screen.getByRole('button', { name: 'Resume subscription' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })

  expect(server).toHaveBeenCalledOnce()
})

async function open(some: Partial<Subscription>) {
  await act(async () => {
    render(inExampleApp(<SubscriptionActions subscription={exampleSubscription(some)} />))
  })
}

/** The button of a dialog stands after the one that opened it. */
async function press(name: string) {
  const button = screen.getAllByRole('button', { name, hidden: true }).at(-1)
  await act(async () => void (button && fireEvent.click(button)))
}
