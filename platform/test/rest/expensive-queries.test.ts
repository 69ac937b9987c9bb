import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import type { RestConfig } from '#config/rest.ts'
import { theServer } from '#db/database.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const WORST = String.raw`^(.+)(.+)(.+)(.+)(.+)(.+)\1\2\3\4\5\6$`
const encoded = encodeURIComponent

test.each([
  ['a filter', `/films?title=match.${encoded(WORST)}`],
  ['a negated filter', `/films?title=not.imatch.${encoded(WORST)}`],
  ['one of several patterns', `/films?title=match(any).${encoded(String.raw`{x,"(a)\\1"}`)}`],
  ['a logic tree', `/films?or=(id.eq.1,title.match."${encoded(String.raw`(a)\\1`)}")`],
  ['a negated logic tree', `/films?not.and=(title.not.imatch.${encoded('[a]\\1')})`],
  ['a filter, nested lookarounds', `/films?title=match.${encoded('(?=.*(?=.*xy))')}`],
  ['a filter, nested counts', `/films?title=match.${encoded('(((a{0,15}){0,15}){0,15})q9')}`],
  ['an embed', `/directors?select=name,films(title)&films.title=match.${encoded(WORST)}`],
  ['the rows of a function', `/rpc/greet?greet=match.${encoded(WORST)}`],
])('an exponential pattern in %s is refused', async (_where, path) => {
  const { status, body } = await ask(path)

  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      code: 'PGRST127',
      details: expect.stringMatching(/^Back-references|^Nested|^Counts/),
    }),
  ])
})

test('a backslash in front of a digit is a pattern as before', async () => {
  const plain = await ask(`/films?select=id&title=match.${encoded(String.raw`\\1`)}`)
  const literal = await ask(`/films?select=id&title=match.${encoded(String.raw`***=(a)\1`)}`)
  const octal = await ask(`/films?select=id&title=match.${encoded(String.raw`(a)\061`)}`)

  expect([plain, literal, octal].map(({ status, body }) => [status, body])).toEqual(
    Array(3).fill([200, []]),
  )
})

test('endless statements of visitors and members end, and the next request is served', async () => {
  // Without limits of their own they would exceed the test's time limit.
  const { call } = await openProduct('select count(*) from generate_series(1, 1e12)', {
    statementLimitMs: 600_000,
    statementLimitsMs: { anonymous: 300, member: 800 },
  })

  const visitor = await call('/rest/v1/rpc/expensive')
  const member = await call('/rest/v1/rpc/expensive', await memberToken())
  const next = await call('/readyz')

  for (const { status, headers, body } of [visitor, member]) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: '57014' })])
    expect(headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  }
  expect(next.status).toBe(200)
})

test('others are served while one caller has forty expensive queries under way', async () => {
  const { call } = await openProduct('select count(*) from generate_series(1, 300000)')
  const before = (await call('/readyz')).status
  let done = 0
  const flood = Array.from({ length: 40 }, () =>
    call('/rest/v1/rpc/expensive').then(({ status }) => {
      done += 1
      return status
    }),
  )
  const served = async (path: string, token?: string, init?: RequestInit) => {
    const { status } = await call(path, token, init)
    return { status, isEarly: done < 20 }
  }

  const others = await Promise.all([
    served('/readyz'),
    served('/auth/v1/token?grant_type=refresh_token', undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: 'nobody-has-it' }),
    }),
    served('/functions/v1/whoami', await memberToken()),
  ])

  expect(before).toBe(200)
  expect(others).toEqual([
    { status: 200, isEarly: true },
    { status: 400, isEarly: true },
    { status: 401, isEarly: true },
  ])
  // Requests that waited too long get PGRST003; nothing else fails.
  for (const status of await Promise.all(flood)) expect([200, 504]).toContain(status)
})

const JWT_SECRET = 'a secret for tests, at least 32 characters long'

const memberToken = () =>
  new SignJWT({ sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 hour')
    .sign(new TextEncoder().encode(JWT_SECRET))

/** The platform over a database in which any caller may call `expensive()`. */
async function openProduct(
  body: string,
  {
    statementLimitMs = 10_000,
    statementLimitsMs,
  }: { statementLimitMs?: number; statementLimitsMs?: RestConfig['statementLimitsMs'] } = {},
) {
  const db = await freshDatabase({ statementLimitMs })
  await db.ask(theServer, {
    text: `create function public.expensive() returns bigint language sql volatile as $$ ${body} $$`,
  })
  const { url } = await startTestServer({
    db,
    env: { JWT_SECRET, AUTH_REQUIRE_APIKEY: 'false' },
    adjust: (config) =>
      statementLimitsMs ? { ...config, rest: { ...config.rest, statementLimitsMs } } : config,
  })
  const call = async (path: string, token?: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: parsed(text) }
  }

  return { call, db }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
