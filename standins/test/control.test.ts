import { expect, test } from 'vitest'
import { openExample } from './example-standin.ts'
import { rawRequest } from './raw-request.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CONTROL = { 'x-standin-control': '1' }

test('a reset clears state, clock, faults and the log', async () => {
  const example = await openExample()
  await example.pay(5)
  await example.control('PUT', 'clock', { offsetMs: 60_000 })
  await example.control('POST', 'faults', { path: '/total', status: 500 })

  await example.control('POST', 'reset')

  expect(await example.read('requests')).toEqual([])
  expect(await example.read('faults')).toEqual([])
  expect(await example.read('clock')).toMatchObject({ offsetMs: 0 })
  expect(await example.total()).toBe(0)
})

test('a stand-in can be seeded', async () => {
  const example = await openExample()

  const reply = await example.control('POST', 'seed', { total: 42 })

  expect(reply.status).toBe(204)
  expect(await example.total()).toBe(42)
})

test('the clock of a stand-in can be moved, also for the time after a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await openExample(dataDir)

  const reply = await before.control('PUT', 'clock', { offsetMs: -86_400_000 })
  await before.close()
  const after = await openExample(dataDir)

  expect(reply.status).toBe(200)
  const { offsetMs, now } = (await after.read('clock')) as { offsetMs: number; now: string }
  expect(offsetMs).toBe(-86_400_000)
  expect(Date.parse(now)).toBeLessThan(Date.now() - 86_000_000)
})

test('the request log keeps field names and redacts secrets', async () => {
  const example = await openExample()

  await fetch(`${example.url}/pay?code=secret-1&page=2`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-2', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1, card: { api_key: 'secret-3' } }),
  })
  const log = await (await example.get('/_control/requests')).text()

  expect(log).not.toContain('secret-')
  expect(JSON.parse(log)[0]).toMatchObject({
    method: 'POST',
    path: '/pay?code=%E2%80%A2%E2%80%A2%E2%80%A2&page=2',
    status: 200,
    body: { amount: 1, card: { api_key: '•••' } },
  })
})

test('requests are counted without an upper limit, by method and path', async () => {
  const example = await openExample()
  const ask = async (path: string) => (await fetch(`${example.url}/_control/${path}`)).json()
  const count = async (query: string) =>
    ((await ask(`requests/count?${query}`)) as { count: number }).count
  for (let call = 0; call < 3; call++) await example.get('/total?page=2')
  await example.pay(1)
  const [latest] = (await ask('requests')) as { number: number }[]
  await example.get('/total')

  expect(await count('path=/total')).toBe(4)
  expect(await count('method=post')).toBe(1)
  expect(await count('')).toBe(5)
  expect(await ask(`requests?after=${latest?.number}`)).toMatchObject([{ path: '/total' }])
  expect(await ask('requests?path=/pay')).toMatchObject([{ method: 'POST' }])

  await example.control('DELETE', 'requests')
  expect([await count(''), await ask('requests')]).toEqual([0, []])
})

test.each(['POST', 'PUT', 'DELETE'])('%s needs the control header', async (method) => {
  const example = await openExample()

  const reply = await fetch(`${example.url}/_control/faults`, { method })

  expect(reply.status).toBe(403)
})

test('the control API refuses other origins, even with the header', async () => {
  const example = await openExample()

  const reply = await fetch(`${example.url}/_control/reset`, {
    method: 'POST',
    headers: { ...CONTROL, origin: 'https://evil.example' },
  })
  const own = await fetch(`${example.url}/_control/reset`, {
    method: 'POST',
    headers: { ...CONTROL, origin: example.url },
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
  const example = await openExample()

  const page = await rawRequest(`${example.url}/total`, { headers: { host } })
  const control = await rawRequest(`${example.url}/_control/clock`, { headers: { host } })

  expect([page.status, control.status]).toEqual([status, status])
})

test('a stand-in listens on loopback only', async () => {
  const { url } = await openExample()

  expect(new URL(url).hostname).toBe('127.0.0.1')
})
