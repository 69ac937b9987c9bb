// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { awaitInvoice } from './billing-actions.ts'
import { invoicesQuery } from './invoices.ts'

const OLD = { id: 'old', amount: 4 }
const NEW = { id: 'new', amount: 36 }

beforeEach(() => {
  document.body.innerHTML = configScript(exampleConfig)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an invoice that comes half a minute after the change of the plan appears by itself', async () => {
  const { shown, asked, begin } = play(() => (Date.now() - start > 30_000 ? [NEW, OLD] : [OLD]))
  const start = Date.now()

  const waiting = begin()
  await vi.advanceTimersByTimeAsync(25_000)
  const before = shown()
  await vi.advanceTimersByTimeAsync(20_000)
  const [after, count] = [shown(), asked()]
  await vi.advanceTimersByTimeAsync(300_000)
  await waiting

  expect([before, after]).toEqual([[OLD], [NEW, OLD]])
  expect(asked()).toBe(count)
})

test('without a new invoice it ends after some minutes, also while the server is away', async () => {
  const { asked, begin } = play(() => null)

  const waiting = begin()
  await vi.advanceTimersByTimeAsync(300_000)
  await waiting
  const count = asked()
  await vi.advanceTimersByTimeAsync(600_000)

  expect(count).toBeLessThan(12)
  expect(asked()).toBe(count)
})

/** The server's answer; null: it is unreachable. */
function play(invoices: () => object[] | null) {
  const server = vi.fn(async () => {
    const rows = invoices()
    return rows ? Response.json(rows) : new Response('', { status: 503 })
  })
  vi.stubGlobal('fetch', server)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = invoicesQuery('member')
  client.setQueryData(queryKey, [OLD] as never)

  return {
    begin: () => awaitInvoice(client, 'member'),
    shown: () => client.getQueryData(queryKey) as unknown,
    asked: () => server.mock.calls.length,
  }
}
