import { expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { deleteExpired } from '#identity/flows/delete-expired.ts'
import { rateLimits } from '#limits/rate-limits.ts'
import { testPeople } from '#test/test-people.ts'

test('a sweep deletes 5,000 rows at once, each portion in a transaction of its own', async () => {
  const { db, sql } = await testPeople()
  await sql(
    `insert into ops.rate_limits (key, tokens, updated_at)
     select 'old ' || i, 1, now() - interval '2 days' from generate_series(1, 12001) as i`,
  )
  await sql(`insert into ops.rate_limits (key, tokens) values ('new', 1)`)
  const counted = countingTransactions(db)

  const swept = await rateLimits(counted.db).sweep()

  expect([swept, counted.count()]).toEqual([12_001, 3])
  expect(await sql('select key from ops.rate_limits')).toEqual([{ key: 'new' }])
})

test('a sweep that finds nothing, or exactly one portion, ends', async () => {
  const { db, sql } = await testPeople()
  const counted = countingTransactions(db)

  const nothing = await rateLimits(counted.db).sweep()
  await sql(
    `insert into ops.rate_limits (key, tokens, updated_at)
     select 'old ' || i, 1, now() - interval '2 days' from generate_series(1, 5000) as i`,
  )
  const one = await rateLimits(counted.db).sweep()

  expect([nothing, one, counted.count()]).toEqual([0, 5000, 3])
})

test('codes that nobody used are swept in portions too', async () => {
  const { db, sql } = await testPeople()
  const ofNothing = countingTransactions(db)
  await deleteExpired(ofNothing.db)
  await sql(
    `insert into auth.flow_state (authentication_method, provider, created_at)
     select 'oauth', 'github', now() - interval '8 days' from generate_series(1, 5001)`,
  )
  const counted = countingTransactions(db)

  await deleteExpired(counted.db)

  expect(await sql('select from auth.flow_state')).toEqual([])
  expect(counted.count()).toBe(ofNothing.count() + 1)
})

test('audit entries of identity are kept for 400 days', async () => {
  const { db, sql } = await testPeople()
  await sql(
    `insert into auth.audit_log_entries (payload, created_at)
     values ('{"action":"old"}', now() - interval '401 days'), ('{"action":"kept"}', now() - interval '399 days')`,
  )

  await deleteExpired(db)

  expect(await sql(`select payload ->> 'action' as action from auth.audit_log_entries`)).toEqual([
    { action: 'kept' },
  ])
})

function countingTransactions(db: Database) {
  let count = 0
  const counting: Database = {
    ...db,
    as: (caller, work, options) => {
      count++
      return db.as(caller, work, options)
    },
  }

  return { db: counting, count: () => count }
}
