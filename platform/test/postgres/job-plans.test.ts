import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { claimJobs } from '#jobs/claim.ts'
import { partitionOf } from '#jobs/queue.ts'
import { recycledDatabase } from '#test/recycled-database.ts'

/** PostgreSQL plans a prepared statement this often before it may keep a plan. */
const FIRST_PLANS = 5

test('looking for jobs is planned a few times, not at each poll', async () => {
  const db = await recycledDatabase()

  // One after the other, so that they share a connection.
  for (let i = 0; i < 3 * FIRST_PLANS; i++) await claimJobs(db, 'sweep-limits', 1)

  const { rows } = await db.ask<{ planned: number; kept: number }>(theServer, {
    text: `select custom_plans::int as planned, generic_plans::int as kept
             from pg_prepared_statements
            where statement ~ 'with next as' and strpos(statement, $1) > 0`,
    values: [partitionOf('sweep-limits')],
  })
  expect(rows).toEqual([{ planned: FIRST_PLANS, kept: expect.any(Number) }])
  expect(rows[0]?.kept).toBeGreaterThanOrEqual(2 * FIRST_PLANS)
})
