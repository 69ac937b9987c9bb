import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { freePort } from '#test/databases/free-port.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { startTestServer } from '#test/test-server.ts'

/** Samples, not the lines that describe them. */
const ROWS = /^(jobs|mails|mail_oldest_waiting_seconds)[ {]/m

test('collectors learn that the database is away, and all that needs none, on the main port and on one of its own', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const location = { kind: 'postgres' as const, url: postgres.url('postgres') }
  const db = await openDatabase({ location, schema, clock: machineClock })
  onTestFinished(() => db.close())
  const port = String(await freePort())
  const { url } = await startTestServer({ db })
  await startTestServer({ db, env: { METRICS_PORT: port } })
  const collect = () => Promise.all([url, `http://127.0.0.1:${port}`].map(collectFrom))

  const before = await collect()
  await postgres.halt()
  const away = await collect()
  await postgres.resume()

  for (const { status, isUp, text } of before) {
    expect([status, isUp]).toEqual([200, '1'])
    expect(text).toMatch(ROWS)
  }
  for (const { status, isUp, text } of away) {
    expect([status, isUp]).toEqual([200, '0'])
    expect(text).not.toMatch(ROWS)
    expect(text).toMatch(/^database_connections\{state="waiting"\} /m)
    expect(text).toMatch(/^process_cpu_seconds_total /m)
  }
  await vi.waitFor(async () => {
    for (const { isUp, text } of await collect()) {
      expect(isUp).toBe('1')
      expect(text).toMatch(ROWS)
    }
  }, 30_000)
})

async function collectFrom(url: string) {
  const answer = await fetch(`${url}/metrics`)
  const text = await answer.text()

  return { status: answer.status, text, isUp: /^database_up (.*)$/m.exec(text)?.[1] }
}
