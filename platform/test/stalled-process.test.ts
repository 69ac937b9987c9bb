// Over both databases: each driver has its own watchdog.

import { expect, inject, onTestFinished, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { freshLocation, openLocation } from '#test/fresh-database.ts'
import '#test/databases/given.ts'

const LIMIT_MS = 3_000
/** More than the limit of the statement and of waiting for a connection. */
const STALL_MS = 7_000
/** The embedded database has one; those of a server are all taken by as many statements. */
const CONNECTIONS = { embedded: 1, postgres: 10 }[inject('database').kind]

test('a process that was stalled for seconds fails neither running statements nor those that wait', async () => {
  const db = await openLocation(await freshLocation(), onTestFinished, {
    statementLimitMs: LIMIT_MS,
  })
  const ask = () => db.ask(theServer, { text: `select 'here' as it, pg_sleep(0.05)` })
  await ask()

  const answers = Promise.all(Array.from({ length: CONNECTIONS + 3 }, ask))
  stall()

  expect((await answers).map(({ rows }) => rows[0]?.it)).toEqual(
    Array.from({ length: CONNECTIONS + 3 }, () => 'here'),
  )
})

function stall() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS)
}
