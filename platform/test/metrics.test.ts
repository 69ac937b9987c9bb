import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newSigningKey } from '#config/signing-key.ts'
import { theServer } from '#db/database.ts'
import { freePort } from '#test/databases/free-port.ts'
import { startTestServer } from '#test/test-server.ts'

const TOKEN = randomBytes(16).toString('hex')

test('in development the numbers are for who connects from this machine itself', async () => {
  const { url } = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  await ask(url, '/healthz')

  const seen = await ask(url, '/metrics')

  expect(seen.body).toMatch(
    /http_request_seconds_count\{surface="health",method="GET",status="2xx"\} 1/,
  )
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { host: 'gitferry.example' },
    { host: '127.0.0.1.gitferry.example' },
    { host: 'localhost.gitferry.example:80' },
  ]) {
    expect([headers, (await ask(url, '/metrics', headers)).status]).toEqual([headers, 404])
  }
})

test('each route has a name from a closed list, whatever is asked for', async () => {
  const { url } = await startTestServer()
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'SEARCH']
  const invented = [
    '/auth/v1/',
    '/rest/v1/',
    '/storage/v1/',
    '/functions/v1/',
    '/',
    '/rest/v1/rpc/',
  ]
  for (let n = 0; n < 40; n++)
    for (const base of invented)
      await ask(url, `${base}x${n}`, {}, methods[n % methods.length] ?? 'GET')
  await ask(url, '/auth/v1/user')

  const { body } = await ask(url, '/metrics')

  expect(body).toMatch(/^gitferry_build_info\{version="[^"]+",revision="[^"]+",node="\d+\./m)
  expect(body).toContain(
    'gitferry_http_request_duration_seconds_count{surface="auth",route="auth user",status="4xx"} 1\n',
  )
  expect(body).toMatch(/_count\{surface="rest",route="rest rpc",status="4xx"\} \d+/)
  expect(body.split('\n').filter((line) => line && !line.startsWith('#')).length).toBeLessThan(
    2_000,
  )
})

test('health checks are counted, and are not in the log unless they fail', async () => {
  const { url, logged } = await startTestServer()
  await ask(url, '/healthz')
  await ask(url, '/readyz')
  await ask(url, '/auth/v1/settings')

  await expect.poll(() => logged.join('')).toContain('/auth/v1/settings')
  expect(logged.join('')).not.toMatch(/healthz|readyz/)
})

test('what the identity service did is counted by action and outcome, and refusals by their limit', async () => {
  const { PUBLISHABLE_KEY } = production()
  const env = { AUTH_RATE_LIMIT_FACTOR: '0.1', PUBLISHABLE_KEY }
  const { url } = await startTestServer({ env })
  const token = (grant: string) =>
    ask(url, `/auth/v1/token?grant_type=${grant}`, { apikey: PUBLISHABLE_KEY }, 'POST')
  for (let n = 0; n < 6; n++) await token('password')
  await token('invented')

  const { body } = await ask(url, '/metrics')

  expect(body.match(/^gitferry_(auth_events|limited)_total.*$/gm)).toEqual([
    'gitferry_auth_events_total{action="token_password",outcome="refused"} 3',
    'gitferry_auth_events_total{action="token_password",outcome="limited"} 3',
    'gitferry_limited_total{limit="auth token"} 4',
  ])
})

test('in production there are no numbers without a port or a token', async () => {
  const { url } = await startTestServer({ env: production() })

  expect((await ask(url, '/metrics')).status).toBe(404)
  expect((await ask(url, '/healthz')).status).toBe(200)
})

test('with a token the numbers are for who shows it, through any proxy', async () => {
  const { url } = await startTestServer({ env: { ...production(), METRICS_TOKEN: TOKEN } })
  const status = async (authorization?: string) =>
    (await ask(url, '/metrics', { via: '1.1 proxy', ...(authorization && { authorization }) }))
      .status

  expect(await status(`Bearer ${TOKEN}`)).toBe(200)
  expect(await status()).toBe(404)
  expect(await status(TOKEN)).toBe(404)
  expect(await status('Bearer ')).toBe(404)
  expect(await status(`Bearer ${TOKEN}x`)).toBe(404)
  expect(await status(`Bearer ${'x'.repeat(50_000)}`)).toBe(404)
})

test('with a port of their own the numbers are there and nowhere else', async () => {
  const port = await freePort()
  const { url } = await startTestServer({ env: { METRICS_PORT: String(port) } })
  const own = `http://127.0.0.1:${port}`

  expect((await ask(own, '/metrics')).body).toContain('http_request_seconds')
  expect((await ask(url, '/metrics')).status).toBe(404)
  expect((await ask(own, '/healthz')).status).toBe(404)
  expect((await ask(own, '/auth/v1/settings')).status).toBe(404)
})

test('a port with a token asks for it', async () => {
  const port = await freePort()
  await startTestServer({ env: { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN } })
  const own = `http://127.0.0.1:${port}`

  expect((await ask(own, '/metrics')).status).toBe(404)
  expect((await ask(own, '/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})

test('mails are counted in one gauge, and the age of the oldest is another', async () => {
  const { url, db } = await startTestServer()
  await db.ask(theServer, {
    text: `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed, created_at, failed_at)
           values ('a', 'a@example.test', 'x', 'enc1.x', now() - interval '10 minutes', null),
                  ('b', 'b@example.test', 'x', 'enc1.x', now(), null),
                  ('c', 'c@example.test', 'x', 'enc1.x', now() - interval '1 hour', now())`,
  })

  const { body } = await ask(url, '/metrics')

  expect(body.match(/^mails\{.*$/gm)).toEqual([
    'mails{state="waiting"} 2',
    'mails{state="failed"} 1',
  ])
  const oldestS = Number(/^mail_oldest_waiting_seconds (.*)$/m.exec(body)?.[1])
  expect(oldestS).toBeGreaterThanOrEqual(600)
  expect(oldestS).toBeLessThan(3600)
})

const production = () => ({
  NODE_ENV: 'production',
  DRAIN_DELAY_MS: '0',
  SITE_URL: 'https://gitferry.test',
  DATABASE_URL: 'postgres://gitferry@db.test/gitferry',
  APP_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  MAIL_FROM: 'Gitferry <hello@gitferry.test>',
  SMTP_URL: 'smtp://127.0.0.1:9',
  JWT_KEYS: JSON.stringify([newSigningKey()]),
  PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString('base64url')}`,
})

/** Plain HTTP: fetch would write the Host header itself. */
async function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const sent = request(url + path, { method, headers }).end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
  })

  return { status: answer.statusCode, body: await text(answer) }
}
