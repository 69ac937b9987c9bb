import { expect, test } from 'vitest'
import { openTill } from './example-standin.ts'

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
