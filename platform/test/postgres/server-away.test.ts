import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { startTestServer } from '#test/test-server.ts'

test('the database goes away and comes back: 503 with Retry-After, then all is well', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const location = { kind: 'postgres' as const, url: postgres.url('postgres') }
  const db = await openDatabase({ location, schema, clock: machineClock })
  onTestFinished(() => db.close())
  const { url } = await startTestServer({ db })
  const messages: string[] = []
  let gaps = 0
  await db.listen(
    'messages',
    (text) => messages.push(text),
    () => {
      gaps += 1
    },
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  await postgres.halt()
  const away = await fetch(`${url}/readyz`)
  const alive = await fetch(`${url}/healthz`)
  await postgres.resume()

  expect(away.status).toBe(503)
  expect(away.headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  expect(await away.json()).toEqual({
    error: 'The database is not available right now',
    code: 'database_unavailable',
  })
  expect(alive.status).toBe(200)
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 10_000)
  await vi.waitFor(() => expect(gaps).toBe(1), 10_000)
  await db.ask(theServer, { text: `notify messages, 'back'` })
  await vi.waitFor(() => expect(messages).toEqual(['back']), 5_000)
})

test('two servers that start together migrate once', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const location = { kind: 'postgres' as const, url: postgres.url('postgres') }
  const open = () => openDatabase({ location, schema, clock: machineClock })

  const both = await Promise.all([open(), open()])

  for (const db of both) {
    await db.ping()
    await db.close()
  }
})
