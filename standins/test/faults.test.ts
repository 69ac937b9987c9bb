import { expect, test } from 'vitest'
import { openExample } from './example-standin.ts'

test('a fault answers with its own status, body and headers, for a number of calls', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', {
    method: 'GET',
    path: '/tot*',
    times: 2,
    status: 429,
    headers: { 'retry-after': '3' },
    body: { message: 'Slow down' },
  })

  const replies = [
    await example.get('/total'),
    await example.get('/total'),
    await example.get('/total'),
  ]

  expect(replies.map(({ status }) => status)).toEqual([429, 429, 200])
  expect(replies[0]?.headers.get('retry-after')).toBe('3')
  expect(await replies[0]?.json()).toEqual({ message: 'Slow down' })
})

test('a fault can wait for the nth call', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', { path: '/total', nth: 3, times: 2, status: 503 })

  const statuses = []
  for (let call = 1; call <= 6; call++) statuses.push((await example.get('/total')).status)

  expect(statuses).toEqual([200, 200, 503, 503, 200, 200])
})

test('a fault applies only to matching calls', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', { method: 'DELETE', path: '/total', status: 500 })
  await example.control('POST', 'faults', { method: 'GET', path: '/totals', status: 500 })

  expect(await example.total()).toBe(0)
})

test('a fault with a latency delays the response by that much', async () => {
  const latencyMs = 200
  const example = await openExample()
  await example.control('POST', 'faults', { path: '/total', latencyMs })

  const began = performance.now()
  const total = await example.total()
  const took = performance.now() - began

  expect(total).toBe(0)
  // Timers may fire a millisecond early.
  expect(took).toBeGreaterThanOrEqual(latencyMs - 1)
})

test('calls that a fault delays go on when it is deleted', async () => {
  const example = await openExample()
  const fault = { path: '/total', times: 1, latencyMs: 60_000 }
  const { id } = (await (await example.control('POST', 'faults', fault)).json()) as { id: string }

  const began = performance.now()
  const total = example.total()
  // Once it applies, its only time is over.
  await expect.poll(() => example.read('faults')).toEqual([])
  await example.control('DELETE', `faults/${id}`)

  expect(await total).toBe(0)
  expect(performance.now() - began).toBeLessThan(30_000)
})

test('a fault can truncate the response', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', { path: '/total', malformed: true })

  const reply = await example.get('/total')

  expect(reply.headers.get('content-type')).toContain('json')
  await expect(reply.json()).rejects.toThrow(SyntaxError)
})

test('a fault can drop the connection before the call is handled', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', { path: '/pay', drop: 'before' })

  await expect(example.pay(5)).rejects.toThrow('fetch failed')

  expect(await example.total()).toBe(0)
})

test('a fault can drop the connection after the call is handled', async () => {
  const example = await openExample()
  await example.control('POST', 'faults', { path: '/pay', drop: 'after' })

  await expect(example.pay(5)).rejects.toThrow('fetch failed')

  expect(await example.total()).toBe(5)
})

test('a fault can be deleted', async () => {
  const example = await openExample()
  const fault = { path: '/total', times: null, status: 500 }
  const { id } = (await (await example.control('POST', 'faults', fault)).json()) as { id: string }

  const during = await example.get('/total')
  await example.control('DELETE', `faults/${id}`)
  const after = await example.get('/total')

  expect([during.status, after.status]).toEqual([500, 200])
})

test.each([
  [{}, 'A fault needs one of: latencyMs, status, malformed, drop.'],
  [{ status: 99 }, '"status" must lie between 200 and 599.'],
  [{ status: 500, times: 0 }, '"nth" and "times" begin at 1.'],
  [{ latencyMs: 3_600_000 }, '"latencyMs" must lie between 0 and 60000.'],
  [{ status: 500, nth: 0 }, '"nth" and "times" begin at 1.'],
  [{ drop: 'sometimes' }, '"drop" must be one of: before, after.'],
  [[], 'Send a JSON object.'],
])('the fault %j is refused with a reason', async (fault, error) => {
  const example = await openExample()

  const reply = await example.control('POST', 'faults', fault)

  expect(reply.status).toBe(400)
  expect(await reply.json()).toEqual({ error })
})
