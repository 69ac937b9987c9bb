import { movableClock } from '@app/platform/clock/clock.ts'
import type { Caller } from '@app/platform/db/database.ts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { addUnlinked } from '#test/add-unlinked.ts'
import { testPeople } from '#test/test-people.ts'
import { startTestServer } from '#test/test-server.ts'

const JWT_SECRET = 'a secret of the server that is long enough'
const SECRET_KEY = 'sb_secret_of_the_tests_0000000000000000'
const HOUR_MS = 3_600_000

test('visitors send feedback by the handful, and a bulk call counts every row', async () => {
  const { send, sql } = await open()
  const many = (count: number) => Array.from({ length: count }, () => FEEDBACK)

  const bulk = await send('user_feedback', null, many(1500))
  const ten = await send('user_feedback', null, many(10))
  const more = await send('user_feedback', null, FEEDBACK)

  expect([bulk.status, bulk.body]).toEqual([
    413,
    expect.objectContaining({ code: 'quota_exceeded' }),
  ])
  expect(ten.status).toBe(201)
  expect([more.status, more.body]).toEqual([
    429,
    expect.objectContaining({ code: 'over_request_rate_limit' }),
  ])
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await sql('select from public.user_feedback')).toHaveLength(10)
})

test('one network’s share is its own, and a forged header opens no other', async () => {
  const { send } = await open({ TRUSTED_PROXIES: '127.0.0.1' })
  const from = (network: string) => ({ 'x-forwarded-for': network })
  const ten = Array.from({ length: 10 }, () => FEEDBACK)

  const statuses = [
    await send('user_feedback', null, ten, from('198.51.100.1')),
    await send('user_feedback', null, FEEDBACK, from('198.51.100.1')),
    await send('user_feedback', null, FEEDBACK, from('203.0.113.9, 198.51.100.1')),
    await send('user_feedback', null, FEEDBACK, from('198.51.100.2')),
    await send('user_feedback', null, ten, from('2001:db8:1:2::1')),
    await send('user_feedback', null, FEEDBACK, from('2001:db8:1:2:ffff::9')),
  ].map(({ status }) => status)

  expect(statuses).toEqual([201, 429, 429, 201, 201, 429])
})

test('parallel calls are counted one after another', async () => {
  const { send, sql, member } = await open()

  const anonymous = await Promise.all(
    Array.from({ length: 25 }, () => send('user_feedback', null, FEEDBACK)),
  )
  const signedIn = await Promise.all(
    Array.from({ length: 30 }, () => send('user_feedback', member, FEEDBACK)),
  )

  expect(count(anonymous, 201)).toBe(10)
  expect(count(anonymous, 429)).toBe(15)
  expect(count(signedIn, 201)).toBe(20)
  expect(await sql('select from public.user_feedback')).toHaveLength(30)
})

test('feedback has a byte limit, and an anonymous account counts as its network', async () => {
  const { send, member, other } = await open()
  const long = { ...FEEDBACK, description: 'ä'.repeat(10_000), page_url: 'x'.repeat(4000) }
  const anonymous = { ...member, claims: { ...member.claims, is_anonymous: true } }

  const bytes = await send(
    'user_feedback',
    other,
    Array.from({ length: 15 }, () => long),
  )
  const first = await send(
    'user_feedback',
    anonymous,
    Array.from({ length: 10 }, () => FEEDBACK),
  )
  const visitor = await send('user_feedback', null, FEEDBACK)

  expect(bytes.status).toBe(413)
  expect(first.status).toBe(201)
  expect(visitor.status).toBe(429)
})

test('the share of an hour comes back, and the service role is exempt', async () => {
  const clock = movableClock()
  const { send } = await open({}, clock)
  const ten = Array.from({ length: 10 }, () => FEEDBACK)

  await send('user_feedback', null, ten)
  const refused = await send('user_feedback', null, FEEDBACK)
  clock.moveTo(HOUR_MS)
  const later = await send('user_feedback', null, ten)
  const service = await send('user_feedback', 'service', [...ten, ...ten, ...ten])

  expect([refused.status, later.status, service.status]).toEqual([429, 201, 201])
})

test('a member invites thirty at once over the data API, and no more', async () => {
  const { send, sql, member } = await open()
  const project_id = await addRow(sql, 'projects', { owner_id: member.id, name: 'Ferry' })
  const invitations = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({
      project_id,
      email: `g${from + i}@example.test`,
    }))

  const bulk = await send('project_invitations', member, invitations(0, 200))
  const some = await send('project_invitations', member, invitations(0, 30))
  const more = await send('project_invitations', member, invitations(30, 31))

  expect([bulk.status, some.status, more.status]).toEqual([413, 201, 429])
  expect(await sql('select from public.project_invitations')).toHaveLength(30)
})

test('a member has so many links and no more; a thousand at once still work', async () => {
  const { send, sql, member } = await open()
  const links = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ project_name: `Boat ${i}` }))

  const thousand = await send('bolt_projects', member, links(1000))
  await addUnlinked(sql, member.id, 8999)
  const last = await send('bolt_projects', member, links(1))
  const over = await send('bolt_projects', member, links(1))

  expect([thousand.status, last.status]).toEqual([201, 201])
  expect([over.status, over.body]).toEqual([
    413,
    expect.objectContaining({ code: 'quota_exceeded' }),
  ])
})

test('a member has so many projects, and adds so many tasks', async () => {
  const { send, sql, member, other } = await open()
  const project_id = await addRow(sql, 'projects', { owner_id: member.id, name: 'Ferry' })
  const repeat = (count: number, row: object) => Array.from({ length: count }, () => row)
  const task = { project_id, name: 'Paint' }

  const projects = await send('projects', other, repeat(1001, { name: 'Boat' }))
  await sql(`insert into ops.rate_limits (key, tokens, burst) values ($1, 100, 500)`, [
    `tasks ${member.id}`,
  ])
  const statuses = [
    await send('tasks', member, repeat(501, task)),
    await send('tasks', member, repeat(200, task)),
    await send('tasks', member, repeat(90, task)),
  ].map(({ status }) => status)

  expect(projects.status).toBe(413)
  expect(statuses).toEqual([413, 429, 201])
  expect(await sql('select from public.tasks')).toHaveLength(90)
})

const FEEDBACK = { feedback_category: 'bug', description: 'It broke' }

const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

async function open(env: Record<string, string> = {}, clock = movableClock()) {
  const people = await testPeople(clock)
  const { url } = await startTestServer({
    db: people.db,
    clock,
    env: { JWT_SECRET, SECRET_KEY, ...env },
  })
  await people.sql(`insert into public.feedback_categories (code) values ('bug')`)

  return {
    ...people,
    send: async (
      table: string,
      who: Caller | 'service' | null,
      rows: object,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(`${url}/rest/v1/${table}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(who === 'service' && { apikey: SECRET_KEY }),
          ...(who !== null && who !== 'service' && { authorization: `Bearer ${await sign(who)}` }),
          ...headers,
        },
        body: JSON.stringify(rows),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) }
    },
  }
}

const sign = ({ claims }: Caller) =>
  new SignJWT({ exp: 9_000_000_000, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JWT_SECRET))
