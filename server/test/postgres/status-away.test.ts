import { machineClock } from '@app/platform/clock/clock.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { startPostgres } from '@app/platform/test/databases/postgres-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { startTestServer } from '#test/test-server.ts'

test('the status says within seconds that the database is away', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const location = { kind: 'postgres' as const, url: postgres.url('postgres') }
  const db = await openDatabase({ location, schema, clock: machineClock })
  onTestFinished(() => db.close())
  const { url } = await startTestServer({ db })
  await postgres.halt()

  const answer = await fetch(`${url}/status.json`, { signal: AbortSignal.timeout(8_000) })
  await postgres.resume()

  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { parts: unknown }).parts).toEqual([
    { part: 'accounts', state: 'down' },
    { part: 'projects', state: 'down' },
  ])
})
