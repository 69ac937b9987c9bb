import type { Caller } from '@app/platform/db/database.ts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { testPeople } from '#test/test-people.ts'
import { startTestServer } from '#test/test-server.ts'

const JWT_SECRET = 'a secret of the server that is long enough'
const PUBLISHABLE_KEY = 'sb_publishable_of_the_tests_000000000'
const SECRET_KEY = 'sb_secret_of_the_tests_0000000000000000'

test('people see themselves, admins see everyone, visitors nobody', async () => {
  const { ask, member, admin } = await openServer()
  const emails = async (who: Caller | null) => {
    const { status, body } = await ask('/users?select=email&order=email', who)
    return [status, Array.isArray(body) ? body.map(({ email }) => email) : body]
  }

  expect(await emails(member)).toEqual([200, ['member@example.test']])
  expect(await emails(admin)).toEqual([
    200,
    ['admin@example.test', 'member@example.test', 'other@example.test'],
  ])
  expect(await emails(null)).toEqual([401, expect.objectContaining({ code: '42501' })])
})

test('a member writes the own profile and no other, and never the own role', async () => {
  const { ask, member, other } = await openServer()
  const patch = (id: string, body: object) =>
    ask(`/users?id=eq.${id}&select=about`, member, { method: 'PATCH', body })

  const own = await patch(member.id, { about: 'me' })
  const foreign = await patch(other.id, { about: 'me' })
  const role = await patch(member.id, { role: 'admin' })

  expect([own.status, own.body]).toEqual([200, [{ about: 'me' }]])
  expect([foreign.status, foreign.body]).toEqual([200, []])
  expect([role.status, role.body]).toEqual([403, expect.objectContaining({ code: '42501' })])
})

test('whose key and whose token a request shows decides who asks', async () => {
  const { reply, member, token, sql } = await openServer()
  await addRow(sql, 'plans', { name: 'Free', price: 0 })
  await addRow(sql, 'plans', { name: 'Hidden', price: 9, is_active: false })
  const legacy = (role: string) => sign({ role })
  const plans = async (headers: Record<string, string>, query = '') => {
    const { body } = await reply(`/plans?select=name&order=name${query}`, { headers })
    return Array.isArray(body) ? body.map(({ name }) => name) : body
  }
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` })

  expect(await plans({})).toEqual(['Free'])
  expect(await plans({ apikey: PUBLISHABLE_KEY })).toEqual(['Free'])
  expect(await plans({ apikey: PUBLISHABLE_KEY, ...bearer(PUBLISHABLE_KEY) })).toEqual(['Free'])
  expect(await plans(bearer(await legacy('anon')))).toEqual(['Free'])
  expect(await plans({ apikey: SECRET_KEY })).toEqual(['Free', 'Hidden'])
  expect(await plans({}, `&apikey=${SECRET_KEY}`)).toEqual(['Free', 'Hidden'])
  expect(await plans(bearer(await legacy('service_role')))).toEqual(['Free', 'Hidden'])
  expect(await plans({ apikey: SECRET_KEY, ...bearer(await token(member)) })).toEqual(['Free'])
})

test.each([
  ['no longer valid', { exp: 1_000_000_000 }, 'PGRST303', 'JWT expired'],
  ['not yet valid', { nbf: 9_000_000_000 }, 'PGRST303', 'JWT not yet valid'],
])('a token that is %s is refused', async (_what, claims, code, message) => {
  const { reply } = await openServer()
  const token = await sign({ role: 'authenticated', ...claims })

  const { status, body } = await reply('/plans', { headers: { authorization: `Bearer ${token}` } })

  expect([status, body]).toEqual([401, { code, message, details: null, hint: null }])
})

test('a token that we did not sign is refused', async () => {
  const { reply } = await openServer()
  const foreign = await sign({ role: 'service_role' }, 'a secret of somebody else, long enough')

  const { status, body } = await reply('/plans', {
    headers: { authorization: `Bearer ${foreign}` },
  })

  expect([status, body]).toEqual([401, expect.objectContaining({ code: 'PGRST301' })])
})

test('a visitor sends feedback without being able to read it back', async () => {
  const { ask, sql } = await openServer()
  const body = { feedback_category: 'bug', title: 'It broke' }
  await sql(`insert into public.feedback_categories (code) values ('bug')`)

  const sent = await ask('/user_feedback', null, { method: 'POST', body, headers: { prefer: '' } })
  const shown = await ask('/user_feedback', null, { method: 'POST', body })
  const rows = await sql('select title from public.user_feedback')

  expect([sent.status, sent.text]).toEqual([201, ''])
  expect(shown.status).toBe(401)
  expect(rows).toEqual([{ title: 'It broke' }])
})

test('writing to the analytics view is refused, never a 500', async () => {
  const { ask, member, service } = await openServer()
  const write = (who: Caller | null) =>
    Promise.all([
      ask('/feedback_analytics', who, { method: 'POST', body: { feedback_category: 'bug' } }),
      ask('/feedback_analytics?status=eq.new', who, { method: 'PATCH', body: { status: 'new' } }),
      ask('/feedback_analytics?status=eq.new', who, { method: 'DELETE' }),
    ])
  const told = async (who: Caller | null) =>
    (await write(who)).map(({ status, body }) => `${status} ${body.code}`)

  expect(await told(null)).toEqual(Array(3).fill('401 42501'))
  expect(await told(member)).toEqual(Array(3).fill('403 42501'))
  expect(await told(service)).toEqual(Array(3).fill('403 42501'))
})

test('pages of other origins may read what was applied and when to come again', async () => {
  const server = await startTestServer()

  const { headers } = await fetch(`${server.url}/rest/v1/resources?limit=1`, {
    headers: { origin: 'https://elsewhere.test' },
  })

  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toMatch(
    /^Content-Encoding, .*, Range-Unit, Preference-Applied, Retry-After$/,
  )
})

test('schemas of the platform are out of reach', async () => {
  const { ask, service } = await openServer()

  const hidden = await ask('/users', service, { headers: { 'accept-profile': 'auth' } })

  expect([hidden.status, hidden.body]).toEqual([406, expect.objectContaining({ code: 'PGRST106' })])
})

test('many members at once never see each other', async () => {
  const { ask, member, other, admin } = await openServer()
  const people = [member, other, admin]

  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const person = people[i % people.length] ?? member
      const { body } = await ask(`/users?select=id&id=eq.${person.id}&limit=${1 + (i % 3)}`, person)
      const { body: others } = await ask(
        `/users?select=id&id=eq.${member.id}`,
        i % 2 ? other : null,
      )
      return { person, body, others }
    }),
  )

  for (const [i, { person, body, others }] of seen.entries()) {
    expect(body).toEqual([{ id: person.id }])
    expect(others).toEqual(i % 2 ? [] : expect.objectContaining({ code: '42501' }))
  }
})

test('ten thousand rows are read, and what is larger is refused as the data API refuses', async () => {
  const { reply, url } = await openServer()
  const send = (body: string | Uint8Array<ArrayBuffer>) => ({
    method: 'POST',
    body,
    headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
  })
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ code: `c${i}`, title: 'x'.repeat(100) }))

  const inserted = await reply('/feedback_categories?columns=code', send(JSON.stringify(rows)))
  const large = await reply('/plans', send(new Uint8Array(17 * 1024 * 1024)))
  const answer = await fetch(`${url}/rest/v1/plans?limit=1`, { headers: { apikey: SECRET_KEY } })

  expect([inserted.status, inserted.body]).toEqual([201, ''])
  expect([large.status, large.body]).toEqual([
    413,
    expect.objectContaining({ code: 'body_too_large', details: null, hint: null }),
  ])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test("only what lies below its address is the data API's", async () => {
  const { url } = await openServer()
  const bodyOf = async (path: string) => (await fetch(url + path)).json()

  expect(await bodyOf('/rest/v1/no_such_table')).toMatchObject({ code: 'PGRST205' })
  expect(await bodyOf('/rest/v1?select=id')).not.toMatchObject({ code: 'not_found' })
  expect((await fetch(`${url}/rest/v10/plans`)).status).toBe(404)
})

async function openServer() {
  const people = await testPeople()
  const { url } = await startTestServer({
    db: people.db,
    env: { JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY },
  })
  const token = (who: Caller) => sign({ ...who.claims })
  const reply = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}/rest/v1${path}`, init)
    const text = await answer.text()
    return { status: answer.status, text, body: text && JSON.parse(text) }
  }

  return {
    ...people,
    url,
    token,
    reply,
    /** As a member or a visitor; written rows are returned. */
    ask: async (path: string, who: Caller | null, { body, headers = {}, ...rest }: Asking = {}) =>
      reply(path, {
        ...rest,
        headers: {
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(who && { authorization: `Bearer ${await token(who)}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

type Asking = { method?: string; body?: object; headers?: Record<string, string> }

const sign = (claims: Record<string, unknown>, secret = JWT_SECRET) =>
  new SignJWT({ exp: 9_000_000_000, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
