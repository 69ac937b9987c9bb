import { expect, test } from 'vitest'
import { type Database, theServer } from '#db/database.ts'
import { claimJobs, nextDue } from '#jobs/jobs-table.ts'
import { recycledDatabase } from '#test/recycled-database.ts'

/** PostgreSQL plans a prepared statement this often before it may keep a plan. */
const FIRST_PLANS = 5

test('looking for jobs is planned a few times, not at each poll', async () => {
  const db = await recycledDatabase()

  // One after the other, so that they share a connection.
  for (let i = 0; i < 3 * FIRST_PLANS; i++) await claimJobs(db, 'sweep-limits', 1)

  const { planned, kept } = await preparedLike(db, 'with next as')
  expect(planned).toBe(FIRST_PLANS)
  expect(kept).toBeGreaterThanOrEqual(2 * FIRST_PLANS)
})

test('of 10,000 waiting jobs, a claim and a look at what is due read a few', async () => {
  const db = await recycledDatabase()
  await db.script(`
    insert into ops.jobs (kind, key, payload, run_at)
    select 'greet', n::text, jsonb_build_object('n', n), ops.now() - n * interval '1 second'
      from generate_series(1, 10000) as n;
    insert into ops.jobs (kind, payload) select 'tidy', '{}' from generate_series(1, 10000)`)

  const [claimed] = await claimJobs(db, 'greet', 1)
  await nextDue(db, ['greet', 'tidy'])

  expect(claimed?.payload).toEqual({ n: 10_000 })
  const claim = await rowsRead(db, 'with next as', `'greet', 1`)
  const look = await rowsRead(db, 'cross join lateral', `'{greet,tidy}'`)
  for (const read of [claim, look]) {
    expect(read.indexes).toContain('jobs_due')
    expect(read.most).toBeLessThan(10)
  }
})

async function preparedLike(db: Database, part: string) {
  const { rows } = await db.ask<{ name: string; planned: number; kept: number }>(theServer, {
    text: `select name, custom_plans::int as planned, generic_plans::int as kept
             from pg_prepared_statements
            where strpos(statement, $1) > 0 and strpos(statement, 'pg_prepared_statements') = 0`,
    values: [part],
  })
  if (!rows[0]) throw new Error(`Nothing was prepared with "${part}"`)

  return rows[0]
}

type Plan = {
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Index Name'?: string
  Plans?: Plan[]
}

/** The most rows that one step of the prepared statement reads, and the indexes it uses. */
async function rowsRead(db: Database, part: string, values: string) {
  const { name } = await preparedLike(db, part)
  const { rows } = await db.ask<{ 'QUERY PLAN': [{ Plan: Plan }] }>(theServer, {
    text: `explain (analyze, format json) execute ${name} (${values})`,
  })
  const plans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(plans)]
  const all = plans(rows[0]?.['QUERY PLAN'][0].Plan as Plan)

  return {
    most: Math.max(...all.map((one) => one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0))),
    indexes: all.flatMap((one) => one['Index Name'] ?? []),
  }
}
