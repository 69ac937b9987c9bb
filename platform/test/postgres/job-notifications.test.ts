import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { theServer } from '#db/database.ts'
import { kind } from '#jobs/job-kind.ts'
import { JOB_CHANNEL } from '#jobs/jobs-table.ts'
import { sender } from '#jobs/send-job.ts'
import { jobServers } from '#test/jobs/job-servers.ts'

const kinds = {
  greet: kind({
    payload: z.object({ name: z.string() }),
    retries: { most: 1, firstWaitS: 1 },
    concurrency: 5,
    timeLimitS: 60,
  }),
}
const send = sender(kinds)

// The embedded database is used by one process, which notifies itself.
test('many transactions that send jobs notify ten times a second, and only after their commits', async () => {
  const { within, openAnother } = await jobServers()
  const other = await openAnother()
  const seen: number[] = []
  await other.listen(JOB_CHANNEL, async () => {
    const { rows } = await other.ask<{ count: number }>(theServer, { text: COUNT })
    seen.push(rows[0]?.count ?? 0)
  })

  const began = performance.now()
  for (let n = 0; n < 300; n++) await within((sql) => send(sql, 'greet', { name: 'Ada' }))
  const undone = within(async (sql) => {
    await send(sql, 'greet', { name: 'Nobody' })
    throw new Error('No change after all')
  })
  await undone.catch(() => {})
  await expect.poll(() => seen.at(-1)).toBe(300)
  const most = (performance.now() - began) / 100 + 2

  expect(seen[0]).toBeGreaterThan(0)
  expect(seen.length).toBeLessThanOrEqual(most)
})

test('a job whose notification was lost runs within seconds', async () => {
  const { db, startServer } = await jobServers()
  const greeted: string[] = []
  await startServer(kinds, { greet: async ({ payload }) => void greeted.push(payload.name) })

  await db.ask(theServer, {
    text: `insert into ops.jobs (kind, payload) values ('greet', '{"name": "Ada"}')`,
  })

  await expect.poll(() => greeted, { timeout: 10_000 }).toEqual(['Ada'])
})

const COUNT = 'select count(*)::int as count from ops.jobs'
