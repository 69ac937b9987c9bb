import { Hono } from 'hono'
import { html } from 'hono/html'
import { expect, onTestFinished, test } from 'vitest'
import { openMemory } from '#frame/memory.ts'
import { standin } from '#frame/standin.ts'
import { temporaryFolder } from './open-mailbox.ts'
import { rawRequest } from './raw-request.ts'

const CONTROL = { 'x-standin-control': '1', 'content-type': 'application/json' }

test('what a stand-in remembers is there after a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openTill(dataDir)
  await before.pay(5)
  await before.close()

  const after = await openTill(dataDir)

  expect(await after.total()).toBe(5)
})

test('changes made at the same moment are all remembered', async () => {
  const dataDir = await temporaryFolder()
  const before = await openTill(dataDir)

  await Promise.all(Array.from({ length: 100 }, () => before.pay(1)))
  await before.close()

  expect(await (await openTill(dataDir)).total()).toBe(100)
})

test('a reset forgets everything: memory, clock, faults and the log', async () => {
  const till = await openTill()
  await till.pay(5)
  await till.control('PUT', 'clock', { offsetMs: 60_000 })
  await till.control('POST', 'faults', { path: '/total', status: 500 })

  await till.control('POST', 'reset')

  expect(await till.read('requests')).toEqual([])
  expect(await till.read('faults')).toEqual([])
  expect(await till.read('clock')).toMatchObject({ offsetMs: 0 })
  expect(await till.total()).toBe(0)
})

test('a stand-in can be seeded', async () => {
  const till = await openTill()

  const reply = await till.control('POST', 'seed', { total: 42 })

  expect(reply.status).toBe(204)
  expect(await till.total()).toBe(42)
})

test('the clock of a stand-in can be moved, also for the time after a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openTill(dataDir)

  const reply = await before.control('PUT', 'clock', { offsetMs: -86_400_000 })
  await before.close()
  const after = await openTill(dataDir)

  expect(reply.status).toBe(200)
  const { offsetMs, now } = (await after.read('clock')) as { offsetMs: number; now: string }
  expect(offsetMs).toBe(-86_400_000)
  expect(Date.parse(now)).toBeLessThan(Date.now() - 86_000_000)
})

test('a wrong answer can be ordered, with words and headers of its own, for a number of calls', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', {
    method: 'GET',
    path: '/tot*',
    times: 2,
    status: 429,
    headers: { 'retry-after': '3' },
    body: { message: 'Slow down' },
  })

  const replies = [await till.get('/total'), await till.get('/total'), await till.get('/total')]

  expect(replies.map(({ status }) => status)).toEqual([429, 429, 200])
  expect(replies[0]?.headers.get('retry-after')).toBe('3')
  expect(await replies[0]?.json()).toEqual({ message: 'Slow down' })
})

test('a fault meets only the calls it names', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { method: 'DELETE', path: '/total', status: 500 })
  await till.control('POST', 'faults', { method: 'GET', path: '/totals', status: 500 })

  expect(await till.total()).toBe(0)
})

test('a late answer can be ordered', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/total', latencyMs: 5 })

  expect(await till.total()).toBe(0)
})

test('an answer can break off in the middle', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/total', malformed: true })

  const reply = await till.get('/total')

  expect(reply.headers.get('content-type')).toContain('json')
  await expect(reply.json()).rejects.toThrow(SyntaxError)
})

test('a connection can be cut before the work is done', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/pay', drop: 'before' })

  await expect(till.pay(5)).rejects.toThrow('fetch failed')

  expect(await till.total()).toBe(0)
})

test('a connection can be cut after the work is done', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/pay', drop: 'after' })

  await expect(till.pay(5)).rejects.toThrow('fetch failed')

  expect(await till.total()).toBe(5)
})

test('a fault can be called off', async () => {
  const till = await openTill()
  const fault = { path: '/total', times: null, status: 500 }
  const { id } = (await (await till.control('POST', 'faults', fault)).json()) as { id: string }

  const during = await till.get('/total')
  await till.control('DELETE', `faults/${id}`)
  const after = await till.get('/total')

  expect([during.status, after.status]).toEqual([500, 200])
})

test.each([
  [{}, 'A fault needs one of: latencyMs, status, malformed, drop.'],
  [{ status: 99 }, '"status" must lie between 200 and 599.'],
  [{ status: 500, times: 0 }, '"times" must be at least 1, or null for always.'],
  [{ latencyMs: 3_600_000 }, '"latencyMs" must lie between 0 and 60000.'],
  [{ drop: 'sometimes' }, '"drop" must be one of: before, after.'],
  [[], 'Send a JSON object.'],
])('the fault %j is refused with a reason', async (fault, error) => {
  const till = await openTill()

  const reply = await till.control('POST', 'faults', fault)

  expect(reply.status).toBe(400)
  expect(await reply.json()).toEqual({ error })
})

test('the log of requests keeps names and blanks secrets', async () => {
  const till = await openTill()

  await fetch(`${till.url}/pay?code=secret-1&page=2`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-2', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1, card: { api_key: 'secret-3' } }),
  })
  const log = await (await till.get('/_control/requests')).text()

  expect(log).not.toContain('secret-')
  expect(JSON.parse(log)[0]).toMatchObject({
    method: 'POST',
    path: '/pay?code=%E2%80%A2%E2%80%A2%E2%80%A2&page=2',
    status: 200,
    body: { amount: 1, card: { api_key: '•••' } },
  })
})

test.each(['POST', 'PUT', 'DELETE'])('%s needs the control header', async (method) => {
  const till = await openTill()

  const reply = await fetch(`${till.url}/_control/faults`, { method })

  expect(reply.status).toBe(403)
})

test('the control side does not answer other sites, not even with the header', async () => {
  const till = await openTill()

  const reply = await fetch(`${till.url}/_control/reset`, {
    method: 'POST',
    headers: { ...CONTROL, origin: 'https://evil.example' },
  })
  const own = await fetch(`${till.url}/_control/reset`, {
    method: 'POST',
    headers: { ...CONTROL, origin: till.url },
  })

  expect([reply.status, own.status]).toEqual([403, 204])
})

test.each([
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example:80', 403],
  ['localhost:1234', 200],
  ['[::1]:1234', 200],
])('asked for as %s a stand-in answers %i', async (host, status) => {
  const till = await openTill()

  const page = await rawRequest(`${till.url}/total`, { headers: { host } })
  const control = await rawRequest(`${till.url}/_control/clock`, { headers: { host } })

  expect([page.status, control.status]).toEqual([status, status])
})

test('a stand-in does not listen beyond this machine', async () => {
  const dataDir = await temporaryFolder()

  await expect(till.start({ dataDir, host: '0.0.0.0' })).rejects.toThrow('loopback only')
})

test('every page says that it is a local stand-in, and escapes what it shows', async () => {
  const till = await openTill()
  const name = '"><script>alert(1)</script>'

  const reply = await till.get(`/hello?name=${encodeURIComponent(name)}`)
  const page = await reply.text()

  expect(page).toContain('Local stand-in')
  expect(page).toContain('Plays a till.')
  expect(page).not.toContain('<script>alert')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:3000;",
  )
})

test('the control page shows clock, faults and requests, and nothing of it as markup', async () => {
  const till = await openTill()
  await till.control('POST', 'faults', { path: '/<i>fault</i>', status: 500 })
  await till.get('/<i>asked</i>')

  const page = await (await till.get('/_control')).text()

  expect(page).toContain('/&lt;i&gt;fault&lt;/i&gt;')
  expect(page).not.toContain('<i>')
})

const till = standin({
  name: 'till',
  title: 'Till',
  plays: 'Plays a till.',
  remember: ({ folder }) => openMemory(`${folder}/till.json`, () => ({ total: 0 })),
  app: ({ memory, showPage }) =>
    new Hono()
      .get('/total', (c) => c.json(memory.state.total))
      .post('/pay', async (c) => {
        const { amount } = await c.req.json()
        await memory.change((state) => {
          state.total += amount
        })
        return c.json(memory.state.total)
      })
      .get('/hello', (c) =>
        showPage(c, {
          title: `Hello ${c.req.query('name')}`,
          body: html`<h1>${c.req.query('name')}</h1>`,
          formsLeadTo: ['http://127.0.0.1:3000'],
        }),
      ),
  seed: async ({ memory }, wish) => {
    await memory.change((state) => Object.assign(state, wish))
  },
})

async function openTill(dataDir?: string) {
  const { url, close } = await till.start({ dataDir: dataDir ?? (await temporaryFolder()) })
  onTestFinished(close)
  const get = (path: string) => fetch(url + path)

  return {
    url,
    close,
    get,
    total: async () => (await get('/total')).json(),
    pay: (amount: number) =>
      fetch(`${url}/pay`, { method: 'POST', body: JSON.stringify({ amount }) }),
    read: async (path: string) => (await get(`/_control/${path}`)).json(),
    control: (method: string, path: string, body?: unknown) =>
      fetch(`${url}/_control/${path}`, {
        method,
        headers: CONTROL,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}
