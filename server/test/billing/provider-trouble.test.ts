import { afterEach, expect, onTestFinished, test } from 'vitest'
import { callFunction, type TestMember, useBillingServer } from './billing-server.ts'

const server = useBillingServer()

const AWAY = {
  error: 'The payment provider cannot be reached. Nothing was changed.',
  code: 'billing_unavailable',
}

afterEach(async () => {
  await server().provider.noFaults()
  await server().provider.webhooks({})
})

test.each([
  ['500', { status: 500, body: { message: 'Server Error' } }],
  [
    '500 as HTML',
    { status: 500, body: '<html>Oops</html>', headers: { 'content-type': 'text/html' } },
  ],
  [
    '200 as HTML',
    { status: 200, body: '<html>Hello</html>', headers: { 'content-type': 'text/html' } },
  ],
  ['half an answer', { malformed: true }],
  ['429', { status: 429, body: { message: 'Too Many Attempts.' } }],
  ['401', { status: 401, body: { message: 'Unauthenticated.' } }],
  ['a broken connection', { drop: 'before' }],
])('the provider answers %s: nothing is changed, and that is said', async (_what, fault) => {
  const { buy, call, newMember, plans, provider, subscriptionOf, sql } = server()
  const [member, visitor] = [await newMember(), await newMember()]
  const { id } = await buy(member)
  // A truncated answer can follow a completed change, which a webhook would report.
  await provider.webhooks({ lose: true })
  await provider.fault({ path: '/v1/*', times: null, ...fault })

  const answers = [
    await call('create-checkout', visitor, { planId: plans.monthly }),
    await call('cancel-subscription', member, own(member, id)),
    await call('change-plan', member, { ...own(member, id), planId: plans.annual }),
    await call('billing-portal', member, { ...own(member, id), place: 'portal' }),
    await call('refresh-subscription', member, {}),
  ]

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([503, AWAY]))
  for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan_id: plans.monthly })
  expect(await sql('select from public.checkouts where user_id = $1', [visitor.id])).toEqual([])
  expect(await sql('select from public.cancellations where user_id = $1', [member.id])).toEqual([])
  expect(await sql(`select from ops.leases where name <> 'job maintenance'`)).toEqual([])
})

test('a key that is refused is an operator’s matter, told in the log without the key', async () => {
  const { call, newMember, plans, provider, logged, checkout } = server()
  const member = await newMember()
  await provider.fault({ path: '/v1/*', status: 401, body: { message: 'Unauthenticated.' } })

  await call('create-checkout', member, { planId: plans.monthly })

  expect(logged()).toContain('payment provider refused our configuration')
  expect(logged()).not.toContain(checkout.env.LEMON_SQUEEZY_API_KEY)
})

test.each([
  [500, { message: 'Server Error' }, 'Server Error'],
  [502, { error: 'Upstream is gone' }, 'Upstream is gone'],
  [503, { errors: [{ title: 'Maintenance', detail: 'Back in an hour.' }] }, 'Back in an hour.'],
])('what the provider says of its own failure (%i) is in the log', async (status, body, words) => {
  const { call, newMember, plans, provider, logged } = server()
  const before = logged().length
  await provider.fault({ path: '/v1/*', status, body, times: null })

  await call('create-checkout', await newMember(), { planId: plans.monthly })

  const lines = logged().slice(before)
  expect(lines).toContain(`lemon-squeezy: answered ${status}`)
  expect(lines).toContain(`"words":"${words}"`)
})

test('reads and changes are tried three times, a checkout twice', async () => {
  const { buy, call, newMember, plans, provider } = server()
  const [member, visitor] = [await newMember(), await newMember()]
  const { id, subscriptionId } = await buy(member)
  const count = async (line: string) =>
    (await provider.asked()).filter((one) => one === line).length
  const checkouts = await count('POST /v1/checkouts')
  await provider.fault({ method: 'DELETE', path: '/v1/*', status: 500, times: 2 })
  await provider.fault({ method: 'POST', path: '/v1/checkouts', status: 500, times: 2 })

  const cancelled = await call('cancel-subscription', member, own(member, id))
  const refused = await call('create-checkout', visitor, { planId: plans.monthly })
  const opened = await call('create-checkout', visitor, { planId: plans.monthly })

  expect([cancelled.status, refused.status, opened.status]).toEqual([200, 503, 200])
  expect(await count(`DELETE /v1/subscriptions/${subscriptionId}`)).toBe(3)
  expect((await count('POST /v1/checkouts')) - checkouts).toBe(3)
})

test('an answer lost after the deed is looked up, and the truth is told', async () => {
  const { buy, call, newMember, plans, provider, subscriptionOf } = server()
  const member = await newMember()
  const { id } = await buy(member)
  const lose = (method: string) =>
    provider.fault({ method, path: '/v1/subscriptions/*', drop: 'after', times: 3 })

  await lose('DELETE')
  const cancelled = await call('cancel-subscription', member, own(member, id))
  await lose('PATCH')
  const resumed = await call('resume-subscription', member, own(member, id))
  await lose('PATCH')
  const changed = await call('change-plan', member, { ...own(member, id), planId: plans.annual })

  expect(cancelled.body).toMatchObject({ subscription: { status: 'cancelled' } })
  expect(resumed.body).toMatchObject({ subscription: { status: 'active' } })
  expect(changed.body).toMatchObject({ subscription: { plan: { name: 'Pro Annual' } } })
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan_id: plans.annual })
})

test('silence ends after the limit of all tries and a look', async () => {
  const { buy, newMember, provider, startAnother } = server()
  const member = await newMember()
  const { id } = await buy(member)
  const { url } = await startAnother({}, { callMs: 1_000, triesMs: 1_500 })
  // Longer than the tries may take. Then it is dropped: handled late, it would be done after all.
  const silence = { latencyMs: 8_000, drop: 'before' }
  await provider.fault({ method: 'DELETE', path: '/v1/*', times: null, ...silence })

  const began = performance.now()
  const answer = await callFunction(
    `${url}/functions/v1/cancel-subscription`,
    member.token,
    own(member, id),
  )

  const tookMs = performance.now() - began
  expect([answer.status, answer.body]).toEqual([503, AWAY])
  expect(tookMs).toBeGreaterThan(1_400)
  expect(tookMs).toBeLessThan(8_000)
})

test('422 leads to a look: as wished is done, anything else is not', async () => {
  const { buy, call, newMember, provider } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const refuse = () =>
    provider.fault({
      method: 'DELETE',
      path: '/v1/*',
      status: 422,
      body: { errors: [{ detail: 'The related resource does not exist.', status: '422' }] },
    })

  await refuse()
  const refused = await call('cancel-subscription', member, own(member, id))
  await provider.webhooks({ lose: true })
  await provider.act(subscriptionId, 'cancel')
  await refuse()
  const done = await call('cancel-subscription', member, own(member, id))

  expect([refused.status, refused.body]).toEqual([503, AWAY])
  expect(done.body).toMatchObject({ subscription: { status: 'cancelled' } })
})

test('a subscription that the provider no longer has is cancelled here until its paid end', async () => {
  const { buy, call, newMember, provider, statusOf } = server()
  const member = await newMember()
  const { id } = await buy(member)
  await provider.fault({
    method: 'DELETE',
    path: '/v1/*',
    status: 404,
    body: { jsonapi: { version: '1.0' }, errors: [{ detail: 'Not found', status: '404' }] },
  })

  const { body } = await call('cancel-subscription', member, own(member, id))

  expect(body).toMatchObject({ subscription: { status: 'cancelled', ends_at: expect.any(String) } })
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

test('one budget for all servers: what is over it is not asked', async () => {
  const { newMember, buy, call, sql, provider } = server()
  const member = await newMember()
  const { id } = await buy(member)
  await sql(
    `insert into ops.rate_limits (key, tokens, burst, updated_at)
     values ('lemon-squeezy', 0, 60, ops.now() + interval '50 seconds')
     on conflict (key) do update set tokens = 0, updated_at = ops.now() + interval '50 seconds'`,
  )
  const before = (await provider.asked()).length

  const answer = await call('cancel-subscription', member, own(member, id))

  expect([answer.status, answer.body]).toEqual([503, AWAY])
  expect((await provider.asked()).length).toBe(before)
})

test('an answer of more than two megabytes is none', async () => {
  const { buy, call, newMember, provider } = server()
  const member = await newMember()
  const { id } = await buy(member)
  await provider.fault({
    path: '/v1/*',
    times: null,
    status: 200,
    body: { data: 'x'.repeat(2 * 1024 * 1024) },
  })

  const answer = await call('billing-portal', member, { ...own(member, id), place: 'portal' })

  expect(answer.status).toBe(503)
})

test('the key is not carried to another place by a redirect', async () => {
  const { buy, call, newMember, provider } = server()
  const member = await newMember()
  const { id } = await buy(member)
  await provider.fault({
    path: '/v1/*',
    times: null,
    status: 302,
    headers: { location: 'http://127.0.0.1:9/elsewhere' },
  })

  const answer = await call('billing-portal', member, { ...own(member, id), place: 'portal' })

  expect(answer.status).toBe(503)
})

test('without an account at the provider billing says so', async () => {
  const { startAnother, newMember, plans } = server()
  const { url, stop } = await startAnother({ LEMON_SQUEEZY_API_KEY: '' })
  onTestFinished(stop)
  const member = await newMember()

  const answer = await fetch(`${url}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ planId: plans.monthly }),
  })

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    error: 'Billing is not set up',
    code: 'billing_not_configured',
  })
})

const own = ({ id: userId }: TestMember, subscriptionId: string) => ({ subscriptionId, userId })
