import { randomUUID } from 'node:crypto'
import { otherVersions } from '@app/platform/db/servers-table.ts'
import { freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runOperate } from '#test/programs/run-operate.ts'
import { startTestServer } from '#test/test-server.ts'

test('an operator asks for contracts, and none wait', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')

  expect(await runOperate({ DATABASE_URL: location.url }, 'contract')).toBe('Nothing waits.')
})

test('a running server is known by its version', async () => {
  const db = await openLocation(await freshLocation(), onTestFinished)

  await startTestServer({ db })

  await vi.waitFor(async () =>
    expect(await otherVersions(db, randomUUID())).toEqual([
      { version: expect.stringMatching(/^\d+\.\d+\.\d+/), servers: 1, seen_at: expect.any(Date) },
    ]),
  )
})
