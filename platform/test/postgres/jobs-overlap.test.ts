import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kind } from '#jobs/job-kind.ts'
import { sender } from '#jobs/send-job.ts'
import { gate } from '#test/gate.ts'
import { jobServers } from '#test/jobs/job-servers.ts'

const MINUTE_MS = 60_000

// The embedded database has one connection, where transactions do not overlap.
test('a waiting job of the same key does not run before it can see why it was asked for again', async () => {
  const { within, clock, startServer } = await jobServers()
  const kinds = {
    sync: kind<{ member: string }>({
      payload: z.object({ member: z.string() }),
      retries: { most: 2, firstWaitS: 30 },
      concurrency: 3,
      timeLimitS: 60,
      key: ({ member }) => member,
    }),
  }
  const send = sender(kinds)
  const asked = gate()
  const mayCommit = gate()
  let runs = 0
  const server = await startServer(kinds, { sync: async () => void runs++ })
  const after = new Date(clock.now().getTime() + MINUTE_MS)
  await within((sql) => send(sql, 'sync', { member: 'Ada' }, { after }))

  const askedAgain = within(async (sql) => {
    await send(sql, 'sync', { member: 'Ada' })
    asked.open()
    await mayCommit.opened
  })
  await asked.opened
  clock.moveTo(2 * MINUTE_MS)
  await server.drain()
  const tooEarly = runs
  mayCommit.open()
  await askedAgain
  await server.drain()

  expect(tooEarly).toBe(0)
  expect(runs).toBe(1)
})
