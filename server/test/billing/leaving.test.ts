import { expect, test } from 'vitest'
import { type TestMember, useBillingServer } from './billing-server.ts'

const server = useBillingServer()

test('who leaves is not charged any more, although the provider was away at first', async () => {
  const { newMember, buy, provider, settle, sql } = server()
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  await provider.fault({ method: 'DELETE', path: '/v1/*', status: 503, times: null })

  const status = await leave(member)
  await settle()
  expect(status).toBe(200)
  expect(await provider.read(subscriptionId)).toMatchObject({ status: 'active' })

  await provider.noFaults()
  await provider.control('POST', 'advance', { ms: 10 * 60_000 })
  await settle()
  expect(await provider.read(subscriptionId)).toMatchObject({ status: 'cancelled' })
  expect(await namesOf(member)).toEqual([])
  expect(
    await sql(
      'select from public.forgotten_subscriptions where lemon_squeezy_subscription_id = $1',
      [String(subscriptionId)],
    ),
  ).toHaveLength(1)
})

test('what the provider tells of them afterwards leaves no trace, and nobody is asked to claim it', async () => {
  const { newMember, buy, provider, settle, sql, logged } = server()
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  await leave(member)
  await settle()
  await provider.advance(32)
  await settle()

  expect(await provider.read(subscriptionId)).toMatchObject({ status: 'expired' })
  expect(await namesOf(member)).toEqual([])
  expect(
    await sql(
      `select from ops.webhook_events where provider = 'lemon-squeezy' and outcome in ('unclaimed', 'failed')`,
    ),
  ).toEqual([])
  expect(logged()).not.toContain(member.email)
})

test('a refund after leaving is booked without a name', async () => {
  const { newMember, buy, paymentsOf, provider, settle, sql } = server()
  const member = await newMember()
  await buy(member)
  const [payment] = await paymentsOf(member)
  await leave(member)
  await settle()

  await provider.control('POST', `invoices/${payment?.provider_invoice_id}/refund`, {})
  await settle()

  expect(
    await sql(
      'select user_id, status, refunded_amount::float8 as refunded from public.transactions where provider_invoice_id = $1',
      [payment?.provider_invoice_id],
    ),
  ).toEqual([{ user_id: null, status: 'refunded', refunded: 4 }])
})

test('a link that is paid after its member has left is cancelled at once', async () => {
  const { newMember, call, plans, provider, settle, sql } = server()
  const member = await newMember()
  await call('create-checkout', member, { planId: plans.monthly })
  const [row] = await sql<{ provider_id: string }>(
    'select provider_id from public.checkouts where user_id = $1',
    [member.id],
  )
  await leave(member)

  const { subscriptionId } = await provider.pay(row?.provider_id ?? '')
  await settle()
  expect(await provider.read(subscriptionId)).toMatchObject({ status: 'cancelled' })
  expect(await namesOf(member)).toEqual([])
})

test('a subscription that the provider does not know is ended', async () => {
  const { newMember, plans, sql, settle } = server()
  const member = await newMember()
  await sql(
    `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id)
     values ($1, $2, 'active', '424242')`,
    [member.id, plans.monthly],
  )

  await leave(member)
  await settle()

  expect(
    await sql(
      `select from ops.jobs where kind = 'end-subscription' and payload ->> 'subscriptionId' = '424242' and state <> 'done'`,
    ),
  ).toEqual([])
})

async function leave({ token, email }: TestMember): Promise<number> {
  const answer = await fetch(`${server().siteUrl}/functions/v1/delete-account`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation: email }),
  })

  return answer.status
}

/** Tables that still name the member. */
async function namesOf({ id, email }: TestMember): Promise<string[]> {
  const { sql } = server()
  // The last mail to them waits for a mail server, which these tests do not have.
  await sql(`delete from ops.mail_outbox where template = 'account_deleted'`)
  const tables = await sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace::regnamespace::text in ('public', 'auth', 'ops')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql(
      `select from ${name} as one where strpos(one::text, $1) > 0 or strpos(one::text, $2) > 0 limit 1`,
      [id, email],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
