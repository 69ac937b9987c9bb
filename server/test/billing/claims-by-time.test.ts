import { expect, test } from 'vitest'
import { type TestMember, useBillingServer } from './billing-server.ts'

const server = useBillingServer()

test('an order is not claimed by a checkout that began after it, not even by seconds', async () => {
  const { pay, newMember, provider, subscriptionOf, call, plans } = server()
  const [buyer, thief] = [await newMember(), await newMember()]
  await provider.webhooks({ lose: true })
  const order = await pay(buyer)
  await provider.webhooks({})

  await provider.control('POST', 'advance', { ms: 2000 })
  await call('create-checkout', thief, { planId: plans.monthly })
  const answer = await refresh(thief, order)

  expect([answer.status, answer.body]).toEqual([200, { status: null }])
  expect(await subscriptionOf(thief)).toBeUndefined()
  expect((await refresh(buyer, order)).body).toMatchObject({
    status: { subscription_status: 'active' },
  })
})

test('the reconciler leaves what was bought before a checkout began to an admin', async () => {
  const { newMember, provider, call, plans, settle, statusOf, outcomesOf } = server()
  const member = await newMember()
  await provider.webhooks({ lose: true })
  const { subscriptionId } = await provider.subscribe({ email: member.email })
  await provider.control('POST', 'advance', { ms: 30_000 })
  await call('create-checkout', member, { planId: plans.monthly })

  await provider.control('POST', 'advance', { ms: 11 * 60_000 })
  await settle()
  await provider.webhooks({})

  expect(await outcomesOf(subscriptionId)).toEqual(['unclaimed'])
  expect(await statusOf(member)).toBeNull()
})

test('an event does not make a checkout that began after the purchase its owner', async () => {
  const { newMember, provider, call, plans, settle, statusOf, sql } = server()
  const member = await newMember()
  await call('create-checkout', member, { planId: plans.monthly })
  const [row] = await sql<{ id: string }>(
    `update public.checkouts set provider_created_at = provider_created_at + interval '30 seconds'
      where user_id = $1 returning id`,
    [member.id],
  )

  await provider.subscribe({ customData: { user_id: member.id, checkout_id: row?.id } })
  await settle()

  expect(await statusOf(member)).toBeNull()
})

test('a clock of ours that is wrong takes nothing from an honest buyer', async () => {
  const { pay, newMember, provider, sql } = server()
  const members = [await newMember(), await newMember()]

  for (const [index, member] of members.entries()) {
    await provider.webhooks({ lose: true })
    const order = await pay(member)
    await provider.webhooks({})
    await sql(
      `update public.checkouts set created_at = created_at + $2 * interval '1 hour' where user_id = $1`,
      [member.id, index === 0 ? 1 : -1],
    )

    expect((await refresh(member, order)).body).toMatchObject({
      status: { subscription_status: 'active' },
    })
  }
})

const refresh = (
  member: TestMember,
  { orderId, orderIdentifier }: { orderId: number; orderIdentifier: string },
) => server().call('refresh-subscription', member, { orderId: String(orderId), orderIdentifier })
