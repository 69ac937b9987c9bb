import { expect, test } from 'vitest'
import { openTill, till } from './example-standin.ts'
import { rawRequest } from './raw-request.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CONTROL = { 'x-standin-control': '1' }

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
