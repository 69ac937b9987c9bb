import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { theServer } from '@app/platform/db/database.ts'
import { sendPlatformJob } from '@app/platform/jobs/send-job.ts'
import { openSmsProvider } from '@app/platform/test/identity/sms-provider.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openMailingList } from '#test/functions/mailing-list.ts'
import { startTestServer } from '#test/test-server.ts'

const COLLECTOR_KEY = randomBytes(16).toString('hex')
const PARENT = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const TRACE_PARENT = `00-${PARENT.trace}-${PARENT.span}-01`

test('a request, its statements and its call of another service are one trace without any value', async () => {
  const collector = await startCollector()
  const list = await openMailingList()
  const server = await startTestServer({ env: { ...traced(collector.url), ...list.env } })
  const subscribed = await fetch(`${server.url}/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      EMAIL: 'traced@example.test',
      FNAME: 'Untold',
      LNAME: 'Untold',
      'group[7][1]': '1',
    }),
  })
  await fetch(`${server.url}/rest/v1/plans?select=price&name=eq.untold-value`)
  await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.test', password: 'untold-password' }),
  })
  await server.db.as(theServer, (sql) => sendPlatformJob(sql, 'sweep-limits', {}))
  await server.settle()

  const spans = await collector.until(
    'GET rest rows',
    'POST auth token',
    'call newsletter',
    'job sweep-limits',
  )

  expect(subscribed.status).toBe(200)
  expect(collector.headers[0]).toMatchObject({ authorization: `Bearer ${COLLECTOR_KEY}` })
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'gitferry',
    'service.instance.id': expect.stringMatching(/-\d+$/),
  })
  const read = spanNamed(spans, 'GET rest rows')
  const [statement] = spans.filter(({ parentSpanId }) => parentSpanId === read.spanId)
  expect(statement).toMatchObject({
    traceId: read.traceId,
    name: 'with public.plans',
    kind: 3,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': '2' },
  })
  expect(Number(statement?.startTimeUnixNano)).toBeGreaterThanOrEqual(
    Number(read.startTimeUnixNano),
  )
  expect(Number(statement?.endTimeUnixNano)).toBeLessThanOrEqual(Number(read.endTimeUnixNano))
  const call = spanNamed(spans, 'call newsletter')
  const whole = spans.find(({ spanId }) => spanId === call.parentSpanId)
  expect(whole?.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.route': 'pages' })
  const job = spanNamed(spans, 'job sweep-limits')
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job.spanId)).not.toEqual([])
  expect(collector.text()).not.toMatch(/untold|Untold|example\.test|eyJ/)
  expect(server.logged.join('')).toContain(read.traceId)
})

test('only failures are exported when none is sampled, and only proxies that are trusted begin a trace', async () => {
  const collector = await startCollector()
  const db = await recycledDatabase()
  const env = { ...traced(collector.url), OTEL_TRACES_SAMPLER_ARG: '0' }
  const server = await startTestServer({ db, env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } })
  const stranger = await startTestServer({ db, env })
  await db.script(`
    create function public.fail_now() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '40P01', message = 'untold-value'; end $$;
    create trigger fail_now before insert on public.user_feedback
      execute function public.fail_now()`)
  onTestFinished(() => db.script('drop function public.fail_now cascade'))
  const headers = { traceparent: TRACE_PARENT }

  await fetch(`${server.url}/rest/v1/plans`)
  await fetch(`${server.url}/rest/v1/plans?select=name`, { headers })
  await fetch(`${stranger.url}/rest/v1/plans?select=id`, { headers })
  const failed = await fetch(`${stranger.url}/rest/v1/user_feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ feedback_category: 'untold' }),
  })
  await fetch(`${server.url}/readyz`, { headers })

  const spans = await collector.until('GET rest rows', 'POST rest rows')
  expect(failed.status).toBe(503)
  expect(spans.filter(({ parentSpanId }) => parentSpanId === PARENT.span)).toMatchObject([
    { name: 'GET rest rows', traceId: PARENT.trace },
  ])
  const failure = spanNamed(spans, 'POST rest rows')
  expect(failure).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '503' } })
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === failure.spanId)
  expect(new Set(steps.map(({ attributes }) => attributes['error.type']))).toContain('40P01')
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(2)
  expect(collector.text()).not.toContain('untold')
})

test('a collector that is silent or away delays no request, and what it misses is counted', async () => {
  const silent = await startCollector({ isSilent: true })
  const server = await startTestServer({ env: traced(silent.url) })
  const read = async () => {
    const began = performance.now()
    await fetch(`${server.url}/rest/v1/plans`)
    return performance.now() - began
  }
  await read()
  await expect.poll(() => silent.headers.length, { timeout: 5_000 }).toBeGreaterThan(0)

  const times = await Promise.all(Array.from({ length: 20 }, read))

  expect(Math.max(...times)).toBeLessThan(1_500)
  await expect
    .poll(async () => (await fetch(`${server.url}/metrics`)).text(), { timeout: 10_000 })
    .toMatch(/gitferry_trace_spans_total\{kind="dropped"\} \d+/)
  expect(server.logged.filter((line) => line.includes('trace export failed'))).toHaveLength(1)
})

test('a captcha, a hook and a text message are calls in the trace of their request', async () => {
  const collector = await startCollector()
  const sms = await openSmsProvider()
  const [captcha, hook] = [await startAnswering({ success: true }), await startAnswering({})]
  const server = await startTestServer({
    env: {
      ...traced(collector.url),
      ...sms.env,
      AUTH_PHONE_ENABLED: 'true',
      AUTH_CAPTCHA_ENABLED: 'true',
      AUTH_CAPTCHA_SECRET: 'untold-captcha-secret',
      AUTH_CAPTCHA_URL: captcha,
      AUTH_HOOK_BEFORE_USER_CREATED: hook,
      AUTH_HOOK_BEFORE_USER_CREATED_SECRET: `v1,whsec_${randomBytes(32).toString('base64')}`,
    },
  })

  await fetch(`${server.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      phone: '15551234567',
      gotrue_meta_security: { captcha_token: 'untold-token' },
    }),
  })

  const names = ['call captcha', 'call auth-hook', 'call twilio']
  const spans = await collector.until(...names)
  const parents = new Set(names.map((name) => spanNamed(spans, name).parentSpanId))
  const request = spans.filter(({ spanId }) => parents.has(spanId))
  expect(request).toMatchObject([{ attributes: { 'http.request.method': 'POST' } }])
  expect(collector.text()).not.toMatch(/untold|15551234567/)
})

test('without a collector nothing is traced', async () => {
  const server = await startTestServer()

  await fetch(`${server.url}/rest/v1/plans`, { headers: { traceparent: TRACE_PARENT } })

  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('trace_spans')
  expect(server.logged.join('')).not.toContain('traceId')
})

/** Another service that answers everything with this. */
async function startAnswering(answer: object): Promise<string> {
  const service = createServer((_, reply) => reply.end(JSON.stringify(answer)))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())

  return `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
}

const traced = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_KEY}`,
  OTEL_TRACES_SAMPLER_ARG: '1',
  AUTH_REQUIRE_APIKEY: 'false',
})

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** Takes what any OTLP collector takes. */
async function startCollector({ isSilent = false } = {}) {
  const sent: Sent[] = []
  const headers: object[] = []
  const listener = createServer(async (request, response) => {
    headers.push(request.headers)
    let text = ''
    for await (const chunk of request) text += chunk
    if (isSilent) return
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
    sent.push(JSON.parse(text))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    listener.closeAllConnections()
    listener.close()
  })
  const all = () => sent.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = () =>
    all()
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      .map((span) => ({ ...span, attributes: plain(span.attributes) }))

  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    headers,
    get resources() {
      return all().map(({ resource }) => plain(resource.attributes))
    },
    text: () => JSON.stringify(sent),
    until: async (...names: string[]) => {
      await expect
        .poll(() => spans().map(({ name }) => name), { timeout: 10_000 })
        .toEqual(expect.arrayContaining(names))
      return spans()
    },
  }
}

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  )

type PlainSpan = Omit<SentSpan, 'attributes'> & { attributes: Record<string, string> }

function spanNamed(spans: PlainSpan[], name: string): PlainSpan {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`No span ${name}`)

  return found
}
