import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '#test/billing/billing-server.ts'
import { useSubscribersServer } from './subscribers-server.ts'

const server = useSubscribersServer()

test('who may read, write and do what is dangerous; refusals of writes leave a line', async () => {
  const { newAdmin, staleAdmin, newMember, buy, billing, sql, linesAbout, call } = server()
  const { id: subscriptionId } = await buy(await newMember())
  const [demoted, banned] = [await newAdmin(), await newAdmin()]
  const callers = {
    visitor: null,
    member: await newMember(),
    'factor not used': await newAdmin({ hasFactor: true }),
    admin: await newAdmin(),
    'old proof': await staleAdmin(),
    demoted,
    banned,
  }
  await sql(`update public.users set role = 'member' where id = $1`, [demoted.id])
  await sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])

  const found: Record<string, string[]> = {}
  for (const [name, caller] of Object.entries(callers)) {
    found[name] = [
      said(await call('admin-billing', caller, { action: 'list' })),
      said(await billing(caller, { action: 'check', subscriptionId })),
      said(await billing(caller, { action: 'resume', subscriptionId, reason: 'Asked for it' })),
    ]
  }

  const nobody = expect.stringMatching(/^401 /)
  expect(found).toEqual({
    visitor: [nobody, nobody, nobody],
    member: ['403 not_admin', '403 not_admin', '403 not_admin'],
    'factor not used': ['403 insufficient_aal', '403 insufficient_aal', '403 insufficient_aal'],
    admin: ['200', '200', '200'],
    'old proof': ['200', '200', '403 reauthentication_needed'],
    demoted: ['403 not_admin', '403 not_admin', '403 not_admin'],
    banned: ['401 user_banned', '401 user_banned', '401 user_banned'],
  })
  const reason = 'Asked for it'
  expect(
    (await linesAbout(subscriptionId)).map(({ action, details }) => [action, details]),
  ).toEqual([
    ['subscription_checked', { refused: 'insufficient_aal' }],
    ['subscription_resumed', { reason, refused: 'insufficient_aal' }],
    ['subscription_checked', {}],
    ['subscription_resumed', { reason, state: 'asked' }],
    ['subscription_resumed', { reason, state: 'done' }],
    ['subscription_checked', {}],
    ['subscription_resumed', { reason, refused: 'reauthentication_needed' }],
  ])
})

test('a subscriber is found by the beginning of an address, a name, and by the provider’s ids', async () => {
  const { newAdmin, newMember, buy, sql, paymentOf } = server()
  const admin = await newAdmin()
  const member = await newMember()
  await sql(`update public.users set display_name = 'Zora Neale' where id = $1`, [member.id])
  const { id, subscriptionId, orderId } = await buy(member)
  const { invoice } = await paymentOf(id)

  for (const q of [
    member.email.slice(0, 13),
    'zora n',
    String(subscriptionId),
    String(orderId),
    invoice,
    member.id,
    id,
  ]) {
    expect(await idsOf(admin, { q }), q).toEqual([id])
  }
  expect(await idsOf(admin, { q: 'ora n' })).toEqual([])
})

test('a line tells who pays what, until when, and nothing that opens an account', async () => {
  const { newAdmin, newMember, buy, billing, checkout } = server()
  const admin = await newAdmin()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member, 'annual')

  const { body } = await billing(admin, { action: 'list', q: id })
  const got = await billing(admin, { action: 'get', subscriptionId: id })

  expect(body).toMatchObject({
    items: [
      {
        id,
        person: { id: member.id, email: member.email },
        plan: { name: 'Pro Annual', priceCents: 4000, currency: 'USD', interval: 'year' },
        status: 'active',
        hasAccess: true,
        isOneOfTwo: false,
        monthlyCents: 333,
        cardLastFour: '4242',
        lastPayment: { cents: 4000, currency: 'USD', status: 'paid' },
        providerId: String(subscriptionId),
        providerUrl: `${checkout.url}/subscriptions/${subscriptionId}`,
      },
    ],
    next: null,
    count: 1,
    isCapped: false,
  })
  expect(got.body).toMatchObject({
    subscription: { id },
    payments: [{ cents: 4000, refundedCents: 0, isRefundPending: false }],
    events: expect.arrayContaining([expect.objectContaining({ outcome: 'applied' })]),
    audit: [],
  })
  expect((await fetch(`${checkout.url}/subscriptions/${subscriptionId}`)).status).toBe(200)
  const answers = JSON.stringify([body, got.body])
  for (const forbidden of ['portal', 'signature', 'invoice_url', 'urls', '"body"', 'custom_data']) {
    expect(answers).not.toContain(forbidden)
  }
})

test('pages follow each other in every order without gaps or repeats', async () => {
  const { newAdmin, sql, plans, clock } = server()
  const admin = await newAdmin()
  const mark = `Paging ${randomUUID()}`
  await sql(
    `with people as (
       insert into auth.users (id, aud, role, email) select gen_random_uuid(), 'authenticated', 'authenticated',
         gen_random_uuid() || '@example.test' from generate_series(1, 120) returning id
     )
     select count(*) from people`,
  )
  await sql(
    `update public.users set display_name = $1
      where email like '%@example.test' and display_name is distinct from $1
        and id not in (select user_id from public.subscriptions) and role = 'member'`,
    [mark],
  )
  // Whole hours, so that many rows share a time.
  await sql(
    `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id, renews_at, created_at)
     select id, case row_number() over () % 3 when 0 then $2::uuid else $3::uuid end,
            case row_number() over () % 4 when 0 then 'expired' else 'active' end, gen_random_uuid()::text,
            $4::timestamptz + row_number() over () % 5 * interval '1 hour', $4::timestamptz
       from public.users where display_name = $1`,
    [mark, plans.monthly, plans.annual, clock.now()],
  )
  const [all] = await sql<{ count: number }>(
    'select count(*)::int as count from public.users where display_name = $1',
    [mark],
  )

  for (const sort of ['newest', 'next', 'amount']) {
    const ids = await idsOf(admin, { q: mark, sort })
    expect(new Set(ids).size, sort).toBe(ids.length)
    expect(ids.length, sort).toBe(all?.count)
  }
  const { body } = await server().billing(admin, { action: 'list', q: mark, sort: 'amount' })
  expect(body).toMatchObject({ count: all?.count })
  expect((body.items as { monthlyCents: number }[])[0]?.monthlyCents).toBe(400)
  const wrong = await server().billing(admin, { action: 'list', after: 'nonsense' })
  expect(said(wrong)).toBe('400 validation_failed')
})

test('the list is saved as a file with its filter, and the line says how much of it', async () => {
  const { newAdmin, newMember, buy, sql, siteUrl } = server()
  const admin = await newAdmin()
  const member = await newMember()
  await sql(`update public.users set display_name = '=1+1' where id = $1`, [member.id])
  const { id } = await buy(member)

  const answer = await fetch(`${siteUrl}/functions/v1/admin-billing`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'export', q: member.email, status: 'active' }),
  })
  const [head, line, ...rest] = (await answer.text()).split('\r\n')

  expect(answer.headers.get('content-type')).toContain('text/csv')
  expect(head).toContain('email,name,plan')
  expect(line).toContain(`${id},`)
  expect(line).toContain(`${member.email},'=1+1,Pro Monthly,4,USD,month,active`)
  expect(rest).toEqual([''])
  const lines = await sql<{ details: unknown }>(
    `select details from public.audit_log where actor_id = $1 and action = 'subscribers_exported'`,
    [admin.id],
  )
  expect(lines).toEqual([
    { details: { filter: { status: 'active', hasWords: true }, count: 1, isWhole: true } },
  ])
})

test('those who leave soon, pay late or pay twice are filtered', async () => {
  const { newAdmin, newMember, buy, provider, settle } = server()
  const admin = await newAdmin()
  const [leaving, late, twice] = [await newMember(), await newMember(), await newMember()]
  const bought = {
    leaving: await buy(leaving),
    late: await buy(late),
    twice: await buy(twice),
  }
  await provider.act(bought.leaving.subscriptionId, 'cancel')
  await provider.control('PUT', `subscriptions/${bought.late.subscriptionId}`, {
    status: 'past_due',
  })
  await settle()
  const second = await secondOf(twice)

  const groups = Object.fromEntries(
    await Promise.all(
      ['ending', 'late', 'twice'].map(async (group) => [group, await idsOf(admin, { group })]),
    ),
  ) as Record<string, string[]>

  expect(groups.ending).toContain(bought.leaving.id)
  expect(groups.ending).not.toContain(bought.late.id)
  expect(groups.late).toEqual([bought.late.id])
  expect(groups.twice).toEqual(expect.arrayContaining([bought.twice.id, second]))
  expect(groups.twice).toHaveLength(2)
  expect(await idsOf(admin, { status: 'past_due' })).toEqual([bought.late.id])
})

test('an admin cancels and resumes the way the member does, with a reason', async () => {
  const { newAdmin, newMember, buy, billing, provider, mailsTo, settle, linesAbout } = server()
  const admin = await newAdmin()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const act = (action: string, reason?: string) =>
    billing(admin, { action, subscriptionId: id, reason })

  const without = await act('cancel')
  const cancelled = await act('cancel', 'Asked by mail')
  const again = await act('cancel', 'Asked by mail')
  const there = await provider.read(subscriptionId)
  const resumed = await act('resume', 'Changed their mind')
  await settle()

  expect([without, cancelled, again, resumed].map(said)).toEqual([
    '400 validation_failed',
    '200',
    '200',
    '200',
  ])
  expect(there.status).toBe('cancelled')
  expect((await provider.read(subscriptionId)).status).toBe('active')
  expect(await mailsTo(member)).toEqual(
    expect.arrayContaining(['subscription_cancelled', 'subscription_resumed']),
  )
  expect((await linesAbout(id)).map(({ details }) => details.state)).toEqual([
    'asked',
    'done',
    'asked',
    'done',
    'asked',
    'done',
  ])
})

test('what has ended is neither cancelled nor resumed, and what is unknown is not found', async () => {
  const { newAdmin, newMember, buy, billing, provider, settle, linesAbout } = server()
  const admin = await newAdmin()
  const { id, subscriptionId } = await buy(await newMember())
  await provider.act(subscriptionId, 'expire')
  await settle()
  const act = async (action: string, of: string) =>
    said(await billing(admin, { action, subscriptionId: of, reason: 'Test' }))
  const unknown = randomUUID()

  expect(await act('cancel', id)).toBe('409 nothing_to_cancel')
  expect(await act('resume', id)).toBe('409 nothing_to_resume')
  expect(await act('cancel', unknown)).toBe('404 subscription_not_found')
  expect(said(await billing(admin, { action: 'get', subscriptionId: unknown }))).toBe(
    '404 subscription_not_found',
  )
  expect((await linesAbout(unknown)).map(({ details }) => details)).toEqual([
    { reason: 'Test', refused: 'subscription_not_found' },
  ])
})

test('while the provider is away nothing is cancelled, and the attempt is recorded', async () => {
  const { newAdmin, newMember, buy, billing, provider, linesAbout, subscriptionOf } = server()
  const admin = await newAdmin()
  const member = await newMember()
  const { id } = await buy(member)
  await provider.fault({ path: '/v1/*', times: null, status: 503 })

  const answer = await billing(admin, { action: 'cancel', subscriptionId: id, reason: 'Test' })
  await provider.noFaults()

  expect(said(answer)).toBe('503 billing_unavailable')
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active' })
  expect((await linesAbout(id)).map(({ details }) => details.state)).toEqual(['asked', 'failed'])
})

test('checking one heals what no webhook told; checking all does it in the background', async () => {
  const { newAdmin, newMember, buy, billing, provider, settle, subscriptionOf } = server()
  const admin = await newAdmin()
  const members = [await newMember(), await newMember()] as const
  const bought = [await buy(members[0]), await buy(members[1])] as const
  await provider.webhooks({ lose: true })
  for (const { subscriptionId } of bought) await provider.act(subscriptionId, 'cancel')

  const one = await billing(admin, { action: 'check', subscriptionId: bought[0].id })
  const again = await billing(admin, { action: 'check', subscriptionId: bought[0].id })
  const before = await subscriptionOf(members[1])
  const all = await billing(admin, { action: 'check' })
  await settle()
  await provider.webhooks({})

  expect([one.body, again.body, all.body]).toEqual([
    { hasChanged: true },
    { hasChanged: false },
    { hasChanged: null },
  ])
  expect(before).toMatchObject({ status: 'active' })
  expect(await subscriptionOf(members[0])).toMatchObject({ status: 'cancelled' })
  expect(await subscriptionOf(members[1])).toMatchObject({ status: 'cancelled' })
})

const said = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)

/** Of all pages. */
async function idsOf(admin: Parameters<ReturnType<typeof server>['billing']>[0], filter: object) {
  const ids: string[] = []
  let after: unknown
  do {
    const { body } = await server().billing(admin, { action: 'list', ...filter, after })
    ids.push(...(body.items as { id: string }[]).map(({ id }) => id))
    after = body.next ?? undefined
  } while (after)

  return ids
}

/** Bought at the provider while another one runs. */
async function secondOf({ id }: { id: string }): Promise<string> {
  const { sql, plans } = server()
  const [row] = await sql<{ id: string }>(
    `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id)
     values ($1, $2, 'active', $3) returning id`,
    [id, plans.annual, randomUUID()],
  )

  return row?.id ?? ''
}
