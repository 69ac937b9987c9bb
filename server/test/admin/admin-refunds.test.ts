import { expect, test, vi } from 'vitest'
import type { Answer } from '#test/billing/billing-server.ts'
import { useSubscribersServer } from './subscribers-server.ts'

const server = useSubscribersServer()

test('a payment is refunded in part, then whole, and never beyond', async () => {
  const { mailsTo } = server()
  const { refund, member, states, stored } = await paid()

  const part = await refund(150)
  const beyond = await refund(251, 150)
  const rest = await refund(250, 150)
  const more = await refund(1, 400)

  expect([part, beyond, rest, more].map(said)).toEqual([
    '200',
    '409 refund_too_large',
    '200',
    '409 refund_too_large',
  ])
  expect(rest.body).toEqual({ refundedCents: 400 })
  expect(await stored()).toMatchObject({ status: 'refunded', refunded_amount: 4 })
  expect(await states()).toEqual([
    'asked',
    'done',
    'refund_too_large',
    'asked',
    'done',
    'refund_too_large',
  ])
  expect(await mailsTo(member)).toContain('payment_refunded')
})

test('the line before the call names the amount and the admin, and so does the one after', async () => {
  const { linesAbout } = server()
  const { refund, payment, admin } = await paid()

  await refund(120)

  const details = { amountCents: 120, refundedBefore: 0, currency: 'USD' }
  expect(await linesAbout(payment.id)).toEqual([
    {
      actor_id: admin.id,
      action: 'payment_refunded',
      details: { ...details, refundId: expect.any(String), state: 'asked' },
    },
    {
      actor_id: admin.id,
      action: 'payment_refunded',
      details: { ...details, refundId: expect.any(String), state: 'done' },
    },
  ])
})

test('a double click and two admins at once refund once', async () => {
  const { newAdmin } = server()
  const { refund, stored, sent } = await paid()
  const other = await newAdmin()

  const answers = await Promise.all([refund(100), refund(100), refund(100, 0, other)])

  expect(answers.map(said).toSorted()).toEqual([
    '200',
    '409 changed_meanwhile',
    '409 changed_meanwhile',
  ])
  expect(await sent()).toBe(1)
  expect(await stored()).toMatchObject({ refunded_amount: 1 })
})

test.each([
  ['the connection ends', { drop: 'after' }],
  ['half an answer comes', { malformed: true }],
])('a refund that was done although %s is found by asking, not by repeating', async (_, fault) => {
  const { refund, stored, sent, states, fail } = await paid()
  await fail(fault)

  const answer = await refund(100)

  expect(said(answer)).toBe('200')
  expect(await sent()).toBe(1)
  expect(await stored()).toMatchObject({ refunded_amount: 1 })
  expect(await states()).toEqual(['asked', 'done'])
})

test('after an error nobody may repeat it until it is known that nothing was refunded', async () => {
  const { provider, settle, billing } = server()
  const { refund, sent, states, stored, fail, admin, subscriptionId } = await paid()
  await fail({ status: 500 })

  const lost = await refund(100)
  const soon = await refund(100)
  const shown = await billing(admin, { action: 'get', subscriptionId })
  await provider.control('POST', 'advance', { ms: 3 * 60_000 })
  await settle()
  const later = await refund(100)

  expect(said(lost)).toBe('503 refund_unknown')
  expect(said(soon)).toBe('409 refund_pending')
  expect(shown.body).toMatchObject({ payments: [{ isRefundPending: true }] })
  expect(said(later)).toBe('200')
  expect(await sent()).toBe(2)
  expect(await states()).toEqual(['asked', 'refund_pending', 'failed', 'asked', 'done'])
  expect(await stored()).toMatchObject({ refunded_amount: 1 })
})

test('a refund that was done while the provider could not be asked is settled later', async () => {
  const { provider, settle } = server()
  const { refund, payment, fail, states, stored, sent } = await paid()
  await fail({ drop: 'after', latencyMs: 1500 })

  const asking = refund(100)
  await vi.waitFor(async () => expect(await states()).toEqual(['asked']))
  const path = `/v1/subscription-invoices/${payment.invoice}`
  await provider.fault({ method: 'GET', path, times: null, status: 500 })
  const lost = await asking
  await provider.noFaults()
  await provider.control('POST', 'advance', { ms: 3 * 60_000 })
  await settle()

  expect(said(lost)).toBe('503 refund_unknown')
  expect(await sent()).toBe(1)
  expect(await states()).toEqual(['asked', 'done'])
  expect(await stored()).toMatchObject({ refunded_amount: 1 })
})

test('while the provider is away nothing is asked for', async () => {
  const { provider } = server()
  const { refund, sent, states } = await paid()
  await provider.fault({ path: '/v1/*', times: null, status: 503 })

  const answer = await refund(100)
  await provider.noFaults()

  expect(said(answer)).toBe('503 billing_unavailable')
  expect(await sent()).toBe(0)
  expect(await states()).toEqual([])
})

test('the provider’s limit is no outcome to look up: nothing was refunded', async () => {
  const { refund, states, fail } = await paid()
  await fail({ status: 429 })

  const answer = await refund(100)
  const again = await refund(100)

  expect([answer, again].map(said)).toEqual(['503 billing_unavailable', '200'])
  expect(await states()).toEqual(['asked', 'failed', 'asked', 'done'])
})

test('a refund needs a fresh proof, an amount and a payment that exists', async () => {
  const { staleAdmin, billing } = server()
  const { refund, sent, admin, subscriptionId } = await paid()

  const answers = [
    await refund(100, 0, await staleAdmin()),
    await refund(0),
    await billing(admin, {
      action: 'refund',
      paymentId: subscriptionId,
      amountCents: 1,
      refundedCents: 0,
    }),
  ]

  expect(answers.map(said)).toEqual([
    '403 reauthentication_needed',
    '400 validation_failed',
    '404 payment_not_found',
  ])
  expect(await sent()).toBe(0)
})

const said = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)

/** A member who has bought a plan for $4, and an admin who refunds. */
async function paid() {
  const { newMember, newAdmin, buy, billing, paymentOf, paymentsOf, provider, linesAbout } =
    server()
  const [member, admin] = [await newMember(), await newAdmin()]
  const { id: subscriptionId } = await buy(member)
  const payment = await paymentOf(subscriptionId)

  return {
    member,
    admin,
    subscriptionId,
    payment,
    refund: (amountCents: number, refundedCents = 0, as = admin) =>
      billing(as, { action: 'refund', paymentId: payment.id, amountCents, refundedCents }),
    /** Only the call that refunds fails. */
    fail: (fault: object) =>
      provider.fault({
        method: 'POST',
        path: `/v1/subscription-invoices/${payment.invoice}/refund`,
        times: 1,
        ...fault,
      }),
    /** How often the provider was asked to refund. */
    sent: async () =>
      (await provider.asked()).filter((line) => line.includes(`${payment.invoice}/refund`)).length,
    states: async () =>
      (await linesAbout(payment.id)).map(({ details }) => details.state ?? details.refused),
    stored: async () => (await paymentsOf(member))[0],
  }
}
