import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { freePort } from '#test/databases/free-port.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { freshPlace, openPlace } from '#test/fresh-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { silentProxy } from './silent-proxy.ts'

/** Samples, not the lines that describe them. */
const ROWS = /^(jobs|mails|mail_oldest_waiting_seconds)[ {]/m

test.each(['the main port', 'a port of its own'])(
  'collectors on %s learn that the database is away, and all that needs none',
  async (which) => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const place = { kind: 'postgres' as const, url: postgres.url('postgres') }
    const db = await openDatabase({ place, schema, clock: machineClock })
    onTestFinished(() => db.close())
    const port = String(await freePort())
    const server = await startTestServer({
      db,
      env: which === 'the main port' ? {} : { METRICS_PORT: port },
    })
    const collect = () =>
      collectFrom(which === 'the main port' ? server.url : `http://127.0.0.1:${port}`)

    const before = await collect()
    await postgres.halt()
    const away = await collect()
    await postgres.resume()

    expect([before.status, before.isUp]).toEqual([200, '1'])
    expect(before.text).toMatch(ROWS)
    expect([away.status, away.isUp]).toEqual([200, '0'])
    expect(away.text).not.toMatch(ROWS)
    expect(away.text).toMatch(/^database_connections\{state="waiting"\} /m)
    expect(away.text).toMatch(/^process_cpu_seconds_total /m)
    await vi.waitFor(async () => {
      const after = await collect()
      expect(after.isUp).toBe('1')
      expect(after.text).toMatch(ROWS)
    }, 30_000)
  },
)

test('a database that goes silent is away for collectors', async () => {
  const place = await freshPlace()
  if (place.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const proxy = await silentProxy(place.url)
  const db = await openPlace({ kind: 'postgres', url: proxy.url }, onTestFinished, {
    statementLimitMs: 1_000,
  })
  const { url } = await startTestServer({ db })
  expect((await collectFrom(url)).isUp).toBe('1')

  proxy.silence()
  const silent = await collectFrom(url)
  proxy.speak()

  expect([silent.status, silent.isUp]).toEqual([200, '0'])
  expect(silent.text).not.toMatch(ROWS)
})

async function collectFrom(url: string) {
  const answer = await fetch(`${url}/metrics`)
  const text = await answer.text()

  return { status: answer.status, text, isUp: /^database_up (.*)$/m.exec(text)?.[1] }
}
