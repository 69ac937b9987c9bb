import { request } from 'node:http'
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/functions-js'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { readJson } from '#http/functions/read-json.ts'
import { memberFunction, openFunction, serviceFunction } from '#http/functions/server-function.ts'
import { startFunctions } from './function-server.ts'

const hello = openFunction('POST', async () => new Response('Hello ExposedSchema'))

const mirror = openFunction(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], async (request) =>
  Response.json({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  }),
)

const whoami = memberFunction('GET', async (_request, member) =>
  Response.json({ id: member.id, email: member.email, session: member.sessionId }),
)

test('a function is called by its name, with a path and a query of its own', async () => {
  const { url, call } = await startFunctions({ hello, mirror })

  const greeting = await call('hello')
  const deeper = await call('mirror/a/b?c=1&forceFunctionRegion=any', {
    method: 'PUT',
    headers: { 'x-region': 'eu-west-1', 'content-type': 'text/plain' },
    body: 'words',
  })

  expect(await greeting.text()).toBe('Hello ExposedSchema')
  expect(await deeper.json()).toMatchObject({
    method: 'PUT',
    url: `${url}/mirror/a/b?c=1&forceFunctionRegion=any`,
    headers: { 'x-region': 'eu-west-1' },
    body: 'words',
  })
})

test('the official client sends and receives every kind of body', async () => {
  const { url, sign, clientOf } = await startFunctions({
    mirror,
    binary: openFunction('POST', async (request) => {
      const headers = { 'content-type': 'application/octet-stream' }
      return new Response(await request.arrayBuffer(), { headers })
    }),
    form: openFunction('POST', async (request) =>
      Response.json(Object.fromEntries(await request.formData())),
    ),
    events: openFunction('POST', async () => {
      return new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } })
    }),
  })
  const client = clientOf(await sign({ role: 'anon' }))
  const form = new FormData()
  form.append('field', 'value')

  const json = await client.invoke('mirror', { body: { a: 1 } })
  const text = await client.invoke('mirror', { body: 'words', headers: { 'x-own': '1' } })
  const got = await client.invoke('mirror?x=1', { method: 'GET' })
  const binary = await client.invoke('binary', { body: new Blob(['bytes']) })
  const sent = await client.invoke('form', { body: form })
  const events = await client.invoke('events')

  expect(json.data).toMatchObject({
    url: `${url}/mirror`,
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
  expect(text.data).toMatchObject({ body: 'words', headers: { 'x-own': '1' } })
  expect(got.data).toMatchObject({ method: 'GET', url: `${url}/mirror?x=1` })
  expect(await binary.data.text()).toBe('bytes')
  expect(sent.data).toEqual({ field: 'value' })
  expect(events.data.headers.get('content-type')).toBe('text/event-stream')
})

test('a member is identified by token, session and account', async () => {
  const { clientOf, signIn, member } = await startFunctions({ whoami })
  const session = await signIn(member)

  const { data, error } = await clientOf(session.token).invoke('whoami', { method: 'GET' })

  expect(error).toBeNull()
  expect(data).toEqual({ id: member.id, email: member.email, session: session.id })
})

test('a session that was ended is refused at once, and so is a banned or deleted account', async () => {
  const { call, signIn, signUp, member, other, sql } = await startFunctions({ whoami })
  const ended = await signIn(member)
  const banned = await signIn(other)
  const leaving = await signUp('leaving@example.test')
  const deleted = await signIn(leaving)
  const ask = (token: string) =>
    call('whoami', { method: 'GET', headers: { authorization: `Bearer ${token}` } })
  const before = await Promise.all([ended, banned, deleted].map(({ token }) => ask(token)))

  await sql('delete from auth.sessions where id = $1', [ended.id])
  await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    other.id,
  ])
  await sql('delete from auth.users where id = $1', [leaving.id])
  const after = await Promise.all([ended, banned, deleted].map(({ token }) => ask(token)))

  expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(after.map(({ status }) => status)).toEqual([401, 401, 401])
  const codes = await Promise.all(after.map(async (answer) => ((await answer.json()) as Body).code))
  expect(codes).toEqual(['session_not_found', 'user_banned', 'user_not_found'])
  expect(after.map(({ headers }) => headers.get('x-relay-error'))).toEqual(['true', 'true', 'true'])
})

test('a refusal at the listener has the hosted gateway’s shape, and ours', async () => {
  const { call, sign, member } = await startFunctions({ whoami })
  const now = Math.floor(Date.now() / 1000)
  const { privateKey } = await generateKeyPair('ES256')
  const told = async (authorization?: string) => {
    const answer = await call('whoami', {
      method: 'GET',
      headers: authorization ? { authorization } : {},
    })
    const body = (await answer.json()) as Body
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-relay-error')).toBe('true')
    expect(answer.headers.get('sb-error-code')).toBe(body.code)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(body.error).toBe(body.message)
    return [body.code, body.message]
  }

  expect(await told()).toEqual(['UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'])
  expect(await told('Basic eDp5')).toEqual([
    'UNAUTHORIZED_INVALID_JWT_FORMAT',
    "Auth header is not 'Bearer {token}'",
  ])
  expect(await told('Bearer nonsense')).toEqual(['UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'])
  expect(await told(`Bearer ${await sign(member.claims, 'x'.repeat(40))}`)).toEqual([
    'UNAUTHORIZED_LEGACY_JWT',
    'Invalid JWT',
  ])
  expect(await told(`Bearer ${await sign({ ...member.claims, exp: now - 1 })}`)).toEqual([
    'UNAUTHORIZED_LEGACY_JWT',
    'Invalid JWT',
  ])
  const foreign = new SignJWT(member.claims).setProtectedHeader({ alg: 'ES256', kid: 'x' })
  expect(await told(`Bearer ${await foreign.sign(privateKey)}`)).toEqual([
    'UNAUTHORIZED_ASYMMETRIC_JWT',
    'Invalid JWT',
  ])
  expect(await told(`Bearer ${toJwt({ alg: 'none' }, member.claims)}`)).toEqual([
    'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM',
    'Unsupported JWT algorithm none',
  ])
  expect((await told(`Bearer ${await sign({ role: 'service_role' })}`))[0]).toBe('bad_jwt')
})

test('the official client distinguishes the host’s refusal from the function’s own', async () => {
  const { clientOf, call } = await startFunctions({
    whoami,
    picky: openFunction('POST', async () => {
      throw new AppError('validation_failed', 401, 'Not like this')
    }),
  })

  const refused = await clientOf('nonsense').invoke('whoami', { method: 'GET' })
  const picky = await clientOf('nonsense').invoke('picky')
  const own = await call('picky')

  expect(refused.error).toBeInstanceOf(FunctionsRelayError)
  expect(picky.error).toBeInstanceOf(FunctionsHttpError)
  expect(await own.json()).toEqual({
    error: 'Not like this',
    message: 'Not like this',
    code: 'validation_failed',
  })
})

test('what only the service role may call is refused to members and visitors', async () => {
  const cleanup = serviceFunction('POST', async () => Response.json({ done: true }))
  const { call, signIn, sign, member, secretKey } = await startFunctions({ cleanup })
  const status = async (headers: Record<string, string>) =>
    (await call('cleanup', { headers })).status
  const { token } = await signIn(member)

  expect(await status({})).toBe(401)
  expect(await status({ authorization: `Bearer ${token}` })).toBe(403)
  expect(await status({ authorization: `Bearer ${await sign({ role: 'anon' })}` })).toBe(403)
  expect(await status({ authorization: `Bearer ${await sign({ role: 'service_role' })}` })).toBe(
    200,
  )
  expect(await status({ apikey: secretKey })).toBe(200)
})

test('an unknown function, a wrong method and a slow function are told by the host', async () => {
  const never = openFunction('POST', () => new Promise<Response>(() => {}))
  const { call, url } = await startFunctions({ hello, never }, { limitMs: 50 })

  const unknown = await call('nobody')
  const inherited = await call('constructor')
  const nameless = await fetch(url)
  const wrong = await call('hello', { method: 'GET' })
  const slow = await call('never')

  for (const answer of [unknown, inherited, nameless]) {
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      code: 'NOT_FOUND',
      message: 'Requested function was not found',
      error: 'Requested function was not found',
    })
  }
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect(slow.status).toBe(504)
  expect(await slow.json()).toMatchObject({ code: 'IDLE_TIMEOUT' })
})

test('a function that breaks says so without saying how, and the log has it all', async () => {
  const broken = openFunction('POST', async () => {
    throw new Error('the secret reason')
  })
  const { call, logged } = await startFunctions({ broken })

  const answer = await call('broken')

  expect(answer.status).toBe(500)
  expect(answer.headers.get('sb-error-code')).toBe('WORKER_ERROR')
  expect(await answer.text()).not.toContain('secret')
  expect(logged.join('')).toContain('the secret reason')
})

test('an answer that cannot be sent is a function that broke', async () => {
  const upgrade = openFunction('POST', async () => new Response(null, { status: 101 }))
  const garbled = openFunction('POST', async () => new Response('', { headers: { 'x-own': '日' } }))
  const overfull = openFunction('POST', async () => new Response('here', { status: 204 }))
  const { call, numbers } = await startFunctions({ upgrade, garbled, overfull })

  for (const answer of [await call('upgrade'), await call('garbled'), await call('overfull')]) {
    expect(answer.status).toBe(500)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({ code: 'WORKER_ERROR' })
  }
  expect(await numbers()).toContain('function_seconds_count{name="upgrade",status="5xx"} 1')
})

test('a body is read by its schema, and one that is too large is not read', async () => {
  const strict = openFunction('POST', async (request) =>
    Response.json(await readJson(request, z.object({ name: z.string() }))),
  )
  const { call } = await startFunctions({ strict })
  const tooLarge = `"${'x'.repeat(1024 * 1024)}"`
  const told = async (body: string) => {
    const answer = await call('strict', { body })
    return [answer.status, ((await answer.json()) as Body).code]
  }

  expect((await call('strict', { body: '{"name":"Ada"}' })).status).toBe(200)
  expect(await told('{"name":7}')).toEqual([400, 'validation_failed'])
  expect(await told('nonsense')).toEqual([400, 'bad_json'])
  expect(await told(tooLarge)).toEqual([413, 'body_too_large'])
  // The rest of the body is not read, so the connection cannot be reused.
  expect((await call('strict', { body: tooLarge })).headers.get('connection')).toBe('close')
})

test('a caller who disconnects during a call is no bug', async () => {
  const { url, numbers, logged } = await startFunctions({ mirror })
  const caller = request(`${url}/mirror`, { method: 'POST', headers: { 'content-length': 10 } })
  caller.on('error', () => {})
  await new Promise((sent) => caller.write('half', sent))

  caller.destroy()

  await expect.poll(numbers).toContain('function_seconds_count{name="mirror",status="4xx"} 1')
  expect(logged.join('')).not.toContain('"level":"error"')
})

test('pages and extensions of any origin may call, and read why they were refused', async () => {
  const { url } = await startFunctions({ hello })
  const preflight = (name: string) =>
    fetch(`${url}/${name}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://bolt.new',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-own',
      },
    })

  for (const answer of [await preflight('hello'), await preflight('unknown')]) {
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(answer.headers.get('access-control-allow-headers')).toMatch(
      /authorization, x-client-info, apikey, content-type.*x-own/,
    )
  }
  const refused = await fetch(`${url}/unknown`, { headers: { origin: 'https://bolt.new' } })
  expect(refused.headers.get('access-control-expose-headers')).toContain('sb-error-code')
})

test('each call is counted by the name of its function', async () => {
  const { call, numbers } = await startFunctions({ hello })
  await call('hello')
  await call('hello')
  await call('invented')

  const text = await numbers()

  expect(text).toContain('function_seconds_count{name="hello",status="2xx"} 2')
  expect(text).not.toContain('invented')
})

test('a hundred calls of one member at once are served', async () => {
  const { call, signIn, member } = await startFunctions({ whoami })
  const { token } = await signIn(member)
  const headers = { authorization: `Bearer ${token}` }

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => call('whoami', { method: 'GET', headers })),
  )

  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

test('calls beyond a member’s limit are refused for a while, and a refused caller uses none of it', async () => {
  const { call, signIn, member, other, sql } = await startFunctions({ whoami })
  const [kept, ended, another] = [await signIn(member), await signIn(member), await signIn(other)]
  const ask = ({ token }: { token: string }) =>
    call('whoami', { method: 'GET', headers: { authorization: `Bearer ${token}` } })
  const tokensLeft = async () =>
    (await sql('select tokens from ops.rate_limits where key = $1', [`functions ${member.id}`]))[0]
  await sql('delete from auth.sessions where id = $1', [ended.id])

  const refused = await ask(ended)
  const untouched = await tokensLeft()
  await sql(`insert into ops.rate_limits (key, tokens, burst) values ($1, -1000, 300)`, [
    `functions ${member.id}`,
  ])
  const over = await ask(kept)
  await sql('delete from ops.rate_limits where key = $1', [`functions ${member.id}`])
  const again = await ask(kept)
  const unaffected = await ask(another)

  expect(refused.status).toBe(401)
  expect(untouched).toBeUndefined()
  expect(over.status).toBe(429)
  // From memory.
  expect(again.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(1)
  expect(((await over.json()) as Body).code).toBe('over_request_rate_limit')
  expect(unaffected.status).toBe(200)
})

type Body = { code: string; message: string; error: string }

const toJwt = (header: object, claims: object) =>
  [header, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
