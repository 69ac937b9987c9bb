import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TestMember } from '#test/new-member.ts'
import { type Answer, said, startAdminServer } from './admin-server.ts'

type Server = Awaited<ReturnType<typeof startAdminServer>>

test('who may read and write; refusals of writes leave a line', async () => {
  const server = await startAdminServer()
  const callers = { ...(await server.allCallers()), service: server.keys.secret }

  const found: Record<string, string[]> = {}
  for (const [name, caller] of Object.entries(callers)) {
    found[name] = []
    for (const body of [...READS, ...WRITES])
      found[name].push(said(await sync(server, caller, body)))
  }

  const all = (answer: unknown) => [...READS, ...WRITES].map(() => answer)
  const nobody = expect.stringMatching(/^401 /)
  // There are no rows to act on, so an admin's writes reach their verb and find nothing, or succeed.
  const admin = [...READS.map(() => '200'), ...WRITES.map(({ expected }) => expected)]
  expect(found).toEqual({
    visitor: all(nobody),
    service: all(nobody),
    member: all('403 not_admin'),
    'factor-not-used': all('403 insufficient_aal'),
    admin,
    'old-proof': admin,
    demoted: all('403 not_admin'),
    banned: all('401 user_banned'),
  })
  const lines = await server.sql(
    `select action, details ->> 'refused' as refused, ip from public.audit_log where actor_id = $1 order by action`,
    [callers.admin.id],
  )
  expect(lines).toEqual(
    WRITES.map(({ line, expected }) => ({
      action: line,
      refused: expected === '200' ? null : expected.slice(4),
      ip: '127.0.0.0/24',
    })).sort((one, other) => one.action.localeCompare(other.action)),
  )
})

test('an emptied event, a malformed body and a wrong cursor are refused', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const id = await addEvent(server, { outcome: 'failed', body: '{}' })

  const answers = [
    await sync(server, admin, { action: 'replay', id }),
    await sync(server, admin, { action: 'webhooks', state: 'no such state' }),
    await sync(server, admin, { action: 'webhooks', after: 'nowhere' }),
    await sync(server, admin, { action: 'webhook', id: randomUUID() }),
  ]

  expect(answers.map(said)).toEqual([
    '404 not_found',
    '400 validation_failed',
    '400 validation_failed',
    '404 not_found',
  ])
})

test('without a payment provider nothing can be compared', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()

  const overview = await sync(server, admin, { action: 'overview' })
  const started = await sync(server, admin, { action: 'reconcile' })

  expect(overview.body).toMatchObject({ isConfigured: false, runs: [] })
  expect(started.body).toMatchObject({ code: 'billing_not_configured' })
})

test('webhooks are listed by state and page, and one is shown with its words masked', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const failed = await addEvent(server, {
    outcome: 'failed',
    body: JSON.stringify({ data: { attributes: { user_email: 'ada@example.test' } } }),
    error: 'Unknown variant',
  })
  for (let place = 0; place < 51; place++) await addEvent(server, { outcome: 'applied' })
  await addEvent(server, { outcome: 'failed', received_at: new Date('2020-01-01') })

  const first = await sync(server, admin, { action: 'webhooks' })
  const second = await sync(server, admin, { action: 'webhooks', after: first.body.next })
  const narrowed = await sync(server, admin, { action: 'webhooks', state: 'failed' })
  const shown = await sync(server, admin, { action: 'webhook', id: failed })

  expect([ids(first).length, ids(second).length]).toEqual([50, 2])
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(52)
  expect(first.body).toMatchObject({ count: 52, isCapped: false })
  expect(second.body.next).toBeNull()
  expect(narrowed.body).toMatchObject({
    count: 1,
    items: [{ id: failed, state: 'failed', error: 'Unknown variant', canReplay: true }],
  })
  expect(JSON.parse(String(shown.body.body))).toEqual({
    data: { attributes: { user_email: '•••@•••' } },
  })
})

test('a failed job is shown without its sealed fields, retried once and discarded', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const id = await addDeadLetter(server, 'end-github-grant', { sealed: 'enc1.secret' })
  const other = await addDeadLetter(server, 'end-subscription', { subscriptionId: '7' })

  const listed = await sync(server, admin, { action: 'jobs' })
  const narrowed = await sync(server, admin, { action: 'jobs', kind: 'end-subscription' })
  const kind = 'end-subscription'
  const discarded = await sync(server, admin, { action: 'discard_job', kind, id: other })
  const again = await sync(server, admin, { action: 'retry_job', kind, id: other })
  const retried = await sync(server, admin, { action: 'retry_job', kind: 'end-github-grant', id })
  await server.settle()

  expect(listed.body).toMatchObject({
    count: 2,
    items: expect.arrayContaining([
      expect.objectContaining({ id, reason: 'It broke', attempts: 1 }),
    ]),
    kinds: expect.arrayContaining([
      expect.objectContaining({ kind: 'end-subscription', failed: 1 }),
    ]),
  })
  expect(JSON.stringify(listed.body)).not.toContain('enc1.')
  expect(ids(narrowed)).toEqual([other])
  expect([discarded, again, retried].map(said)).toEqual(['200', '404 not_found', '200'])
  const [job] = await server.sql('select attempts from ops.jobs where id = $1', [id])
  expect(job).toMatchObject({ attempts: 2 })
  expect(await server.sql('select from ops.jobs where id = $1', [other])).toEqual([])
})

test('a failed mail is sent again, one with a one-time link is not, and nothing shows contents', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const tested = await sync(server, admin, { action: 'test_mail' })
  await server.settle()
  const [sent] = await server.sql('select id from ops.mail_outbox where to_address = $1', [
    admin.email,
  ])
  const link = await addFailedMail(server, 'recovery')
  const notice = await addFailedMail(server, 'feedback_receipt')

  const listed = await sync(server, admin, { action: 'mails', state: 'failed' })
  const searched = await sync(server, admin, { action: 'mails', q: admin.email.slice(0, 12) })
  const answers = [
    await sync(server, admin, { action: 'resend_mail', id: link }),
    await sync(server, admin, { action: 'resend_mail', id: sent?.id }),
    await sync(server, admin, { action: 'resend_mail', id: notice }),
  ]

  expect(tested.body).toEqual({ success: true, to: admin.email })
  expect(
    (listed.body.items as { id: string; resend: string }[]).map(({ id, resend }) => [id, resend]),
  ).toEqual(
    expect.arrayContaining([
      [link, 'expired'],
      [notice, 'possible'],
    ]),
  )
  expect(searched.body).toMatchObject({
    items: [{ id: sent?.id, template: 'test_mail', state: 'sent' }],
  })
  expect(answers.map(said)).toEqual(['409 link_expired', '404 not_found', '200'])
  expect(answers[0]?.body.error).toBe('Its link has expired. Send a new one.')
  expect(await server.sql('select failed_at from ops.mail_outbox where id = $1', [notice])).toEqual(
    [{ failed_at: null }],
  )
})

test('the audit log is filtered by actor, action, subject and day; sign-ins show the network only', async () => {
  const server = await startAdminServer()
  const [admin, other] = [await server.newAdmin(), await server.newAdmin()]
  const subject = await server.member()
  await server.sql(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, created_at)
     values ($1, 'user_banned', 'user', $3, '2020-02-03T23:59:59Z'), ($2, 'user_unbanned', 'user', $3, '2020-02-04T00:00:00Z')`,
    [admin.id, other.id, subject.id],
  )
  await server.sql(
    `insert into auth.audit_log_entries (payload, ip_address) values ($1, '203.0.113.77')`,
    [JSON.stringify({ actor_id: subject.id, action: 'login', traits: { secret: 'x' } })],
  )
  const audit = async (filter: object) =>
    (await sync(server, admin, { action: 'audit', ...filter })).body.items as { name: string }[]
  const names = async (filter: object) => (await audit(filter)).map(({ name }) => name)

  expect(await names({})).toEqual(['user_unbanned', 'user_banned'])
  expect(await names({ actor: admin.email.toUpperCase() })).toEqual(['user_banned'])
  expect(await names({ actor: other.id })).toEqual(['user_unbanned'])
  expect(await names({ actor: 'nobody' })).toEqual([])
  expect(await names({ name: 'user_banned' })).toEqual(['user_banned'])
  expect(await names({ subject: subject.email })).toEqual(['user_unbanned', 'user_banned'])
  expect(await names({ day: '2020-02-04' })).toEqual(['user_unbanned'])
  expect(await audit({ source: 'sign_ins', actor: subject.email })).toEqual([
    expect.objectContaining({
      name: 'login',
      actor: subject.email,
      network: '203.0.113.0/24',
      details: {},
    }),
  ])
})

test('the audit log is saved as CSV with its filter, and the line names nobody', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const subject = await server.member()
  await server.sql(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, details, created_at)
     values ($1, 'user_banned', 'user', $2, '{"reason":"a, b"}', '2020-02-03T04:05:06Z'),
            ($1, 'user_unbanned', 'user', $2, '{}', now())`,
    [admin.id, subject.id],
  )

  const answer = await fetch(`${server.url}/functions/v1/admin-sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ action: 'audit_export', actor: admin.email, day: '2020-02-03' }),
  })
  const text = await answer.text()

  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text.trim().split('\r\n')).toEqual([
    'at,actor,action,subject_type,subject,network,details',
    `2020-02-03T04:05:06.000Z,${admin.email},user_banned,user,${subject.email},,"{""reason"":""a, b""}"`,
  ])
  const [line] = await server.sql(
    `select details from public.audit_log where action = 'audit_exported'`,
  )
  expect(line?.details).toEqual({
    filter: { source: 'actions', day: '2020-02-03', hasActor: true, hasSubject: false },
    count: 1,
    isWhole: true,
  })
})

test('jobs and mails are counted alike by their lists, by what needs attention and by the metrics', async () => {
  const token = 'a-token-of-the-tests-with-more-than-32-characters'
  const server = await startAdminServer({ env: { METRICS_TOKEN: token } })
  const admin = await server.newAdmin()
  await addDeadLetter(server, 'deliver-mail', {})
  await addFailedMail(server, 'feedback_receipt')
  const old = await addFailedMail(server, 'feedback_receipt')
  await server.sql(
    `update ops.mail_outbox set created_at = created_at - interval '40 days' where id = $1`,
    [old],
  )

  const jobs = await sync(server, admin, { action: 'jobs' })
  const mails = await sync(server, admin, { action: 'mails', state: 'failed' })
  const attention = await server.sql<{ name: string; count: number }>(
    `select name, count::int from app.needs_attention() where name in ('dead_letters', 'failed_mails') order by name`,
  )
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const told = await metrics.text()

  expect([jobs.body.count, mails.body.count]).toEqual([1, 2])
  expect(attention).toEqual([
    { name: 'dead_letters', count: 1 },
    { name: 'failed_mails', count: 2 },
  ])
  expect(told).toMatch(/^mails\{state="failed"\} 2$/m)
  expect(told).toMatch(/^jobs\{kind="[\w-]+",state="failed"\} 1$/m)
})

test('the jobs tell how many mails the one job for them will deliver', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  await server.sql(
    `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed, send_after)
     select gen_random_uuid()::text, 'ada@example.test', 'feedback_receipt', 'enc1.secret', now() + interval '1 day'
       from generate_series(1, 3)`,
  )
  await addFailedMail(server, 'feedback_receipt')

  const jobs = await sync(server, admin, { action: 'jobs' })
  const mails = await sync(server, admin, { action: 'mails', state: 'waiting' })

  expect([jobs.body.waitingMails, mails.body.count]).toEqual([3, 3])
})

test('health tells what waits, who answers and what is played', async () => {
  const server = await startAdminServer({ env: { STANDINS_RUNNING: 'mailbox=http://127.0.0.1:1' } })
  const admin = await server.newAdmin()
  await sync(server, admin, { action: 'test_mail' })
  await server.settle()
  await addEvent(server, { processed_at: null })

  const { body } = await sync(server, admin, { action: 'health' })

  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: {
      version: expect.stringMatching(/^\d+/),
      newestMigration: expect.stringMatching(/^\d{4}_.+\.sql$/),
    },
    oldestMailAt: null,
    oldestWebhookAt: expect.stringMatching(/Z$/),
    standins: [{ name: 'mailbox', url: 'http://127.0.0.1:1' }],
    clockOffsetMs: 0,
  })
  const { sizeBytes, latencyMs, migrations } = body.database as Record<string, number>
  expect([sizeBytes, latencyMs, migrations].every((value) => Number(value) > 0)).toBe(true)
  expect(body.services).toContainEqual({
    name: 'smtp',
    isConfigured: true,
    succeededAt: expect.stringMatching(/Z$/),
    failedAt: null,
    error: null,
  })
})

test('no answer holds what nobody may see', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  await addEvent(server, { outcome: 'failed', body: '{"data":{"token":"gho_secret"}}' })
  await addDeadLetter(server, 'pass-on-subscription', { sealed: 'enc1.secret' })
  await addFailedMail(server, 'recovery')

  const answers = await Promise.all(READS.map((body) => sync(server, admin, body)))

  const text = JSON.stringify(answers)
  expect(answers.map(({ status }) => status)).toEqual(READS.map(() => 200))
  expect(text).not.toMatch(/enc\d+\.|gho_secret|payload_sealed|_sealed|password|refresh_key/)
})

const READS = [
  { action: 'overview' },
  { action: 'webhooks' },
  { action: 'jobs' },
  { action: 'mails' },
  { action: 'clones' },
  { action: 'audit' },
  { action: 'audit', source: 'sign_ins' },
  { action: 'health' },
]

const id = '00000000-0000-4000-8000-000000000001'

/** The answer to an admin without rows to act on, and the action in the audit line. */
const WRITES = [
  { action: 'replay', id, line: 'webhook_replayed', expected: '404 not_found' },
  { action: 'replay_all', line: 'webhooks_replayed', expected: '200' },
  { action: 'retry_job', kind: 'x', id, line: 'job_retried', expected: '404 not_found' },
  { action: 'discard_job', kind: 'x', id, line: 'job_discarded', expected: '404 not_found' },
  { action: 'resend_mail', id, line: 'mail_resent', expected: '404 not_found' },
  { action: 'delete_clone', id, line: 'clone_deleted', expected: '404 not_found' },
  { action: 'test_mail', line: 'test_mail_sent', expected: '200' },
]

async function sync(
  server: Server,
  caller: TestMember | string | null,
  { line: _, expected: __, ...body }: Record<string, unknown>,
): Promise<Answer> {
  const token = typeof caller === 'string' ? caller : caller?.token
  const answer = await fetch(`${server.url}/functions/v1/admin-sync`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })

  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const ids = ({ body }: Answer) => (body.items as { id: string }[]).map((item) => item.id)

async function addEvent(server: Server, columns: Record<string, unknown> = {}): Promise<string> {
  const event = {
    provider: 'lemon-squeezy',
    event_name: 'subscription_updated',
    object_type: 'subscription',
    object_id: '7',
    body: '{"data":{}}',
    outcome: null,
    error: null,
    processed_at: new Date(),
    received_at: new Date(),
    ...columns,
  }
  const [row] = await server.sql(
    `insert into ops.webhook_events
       (provider, digest, event_name, object_type, object_id, body, outcome, error, processed_at, received_at)
     values ($1, gen_random_uuid()::text, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    Object.values(event),
  )

  return String(row?.id)
}

async function addDeadLetter(server: Server, kind: string, payload: object): Promise<string> {
  const [row] = await server.sql(
    `insert into ops.jobs (kind, payload, state, attempts, error, finished_at)
     values ($1, $2, 'failed', 1, 'It broke', now()) returning id`,
    [kind, JSON.stringify(payload)],
  )

  return String(row?.id)
}

async function addFailedMail(server: Server, template: string): Promise<string> {
  const [row] = await server.sql(
    `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed, attempts, last_error, failed_at)
     values (gen_random_uuid()::text, 'ada@example.test', $1, 'enc1.secret', 3, 'No such mailbox', now()) returning id`,
    [template],
  )

  return String(row?.id)
}
