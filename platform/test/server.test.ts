import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { rateLimits } from '#limits/rate-limits.ts'
import { startTestServer } from '#test/test-server.ts'
import { freshDatabase } from './fresh-database.ts'
import { recycledDatabase } from './recycled-database.ts'

test('a server says that it lives and that it is ready', async () => {
  const { url } = await startTestServer()

  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ready' })
})

test('a health check in HTTP/1.0 without a Host header is answered', async () => {
  const { url } = await startTestServer()

  const answers = await Promise.all(
    ['/healthz', '/readyz'].map((path) => rawAnswer(url, `GET ${path} HTTP/1.0\r\n\r\n`)),
  )

  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('every answer carries its request id, and the log line the same one', async () => {
  const { url, logged } = await startTestServer()

  const answer = await fetch(`${url}/elsewhere`, {
    headers: { 'x-request-id': 'from-the-proxy-1' },
  })
  const forged = await fetch(`${url}/healthz`, { headers: { 'x-request-id': 'a b"{}' } })

  expect(answer.headers.get('x-request-id')).toBe('from-the-proxy-1')
  expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(logged.map((line) => JSON.parse(line).requestId)).toContain('from-the-proxy-1')
})

test('long headers are refused before any surface reads them', async () => {
  const { url } = await startTestServer()
  const withAccept = (length: number) =>
    fetch(`${url}/rest/v1/`, { headers: { accept: ','.repeat(length) } })

  const answers = [await withAccept(60_000), await withAccept(70_000)]

  expect(answers.map(({ status }) => status === 431)).toEqual([false, true])
})

test('what goes wrong in the data API is logged with the id of its request', async () => {
  const db = await freshDatabase()
  await db.script(FAILING)
  const { url, logged } = await startTestServer({ db })

  const answer = await fetch(`${url}/rest/v1/rpc/fail`, {
    method: 'POST',
    headers: { 'x-request-id': 'a-failing-request' },
  })

  expect(answer.status).toBe(500)
  expect(answer.headers.get('x-request-id')).toBe('a-failing-request')
  const lines = logged.map((line) => JSON.parse(line))
  expect(lines.filter(({ requestId }) => requestId === 'a-failing-request')).toEqual([
    expect.objectContaining({ level: 'warn', err: expect.anything() }),
    expect.objectContaining({ level: 'info', path: '/rest/v1/rpc/fail', status: 500 }),
  ])
})

const FAILING = `
  create function public.fail() returns void language plpgsql as
    'begin raise exception ''out of order'' using errcode = ''XX000''; end';
  grant usage on schema public to anon;
  grant execute on function public.fail() to anon;
`

test('headers that every answer has come once, also where SQL sets one of them', async () => {
  const db = await freshDatabase()
  await db.script(NAMING)
  const { url } = await startTestServer({ db })

  const { headers } = await fetch(`${url}/rest/v1/rpc/name_headers`, { method: 'POST' })

  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

const NAMING = `
  create function public.name_headers() returns text language sql as
    $$ select set_config('response.headers', '[{"Referrer-Policy": "no-referrer"}]', true) $$;
  grant usage on schema public to anon;
  grant execute on function public.name_headers() to anon;
`

test('no secret of a request reaches the log', async () => {
  const { url, logged } = await startTestServer()

  await fetch(`${url}/elsewhere?access_token=secret-1&code=secret-2`, {
    headers: { authorization: 'Bearer secret-3', apikey: 'secret-4', cookie: 'a=secret-5' },
  })

  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toContain('secret-')
})

test('nonsense on the socket is refused and the next client served', async () => {
  const { url } = await startTestServer()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end('NONSENSE\r\n\r\n')
  const [said] = (await once(socket, 'data')) as [Buffer]

  expect(said.toString()).toMatch(/^HTTP\/1.1 400/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('a limit holds however many ask at once, and opens again with time', async () => {
  const clock = movableClock()
  const limits = rateLimits(await recycledDatabase(clock))
  const limit = { burst: 5, perSecond: 0.1 }
  const ask = () => limits.take('signup 203.0.113.9', limit)

  const answers = await Promise.allSettled(Array.from({ length: 20 }, ask))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  clock.moveTo(10_000)

  expect(refused).toHaveLength(15)
  expect(refused[0]?.reason).toMatchObject({ status: 429, retryAfterS: 10 })
  await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'over_request_rate_limit' })
  await limits.take('signup 198.51.100.7', limit)
})

async function rawAnswer(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(request)

  return text(socket)
}
