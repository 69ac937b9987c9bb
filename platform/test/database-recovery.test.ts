// Over both databases: limits and the end of statements are implemented by the driver.

import { expect, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer, visitor } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { loginRole } from '#test/login-role.ts'
import { runWriter } from '#test/programs/run-writer.ts'
import { freshDatabase, freshLocation } from './fresh-database.ts'
import { testPeople } from './test-people.ts'

test('killed in the middle of writes, a server finds every acknowledged row again', async () => {
  const location = await freshLocation()
  const writer = await runWriter(location, 50)
  const promised = await writer.kill()

  const db = await openDatabase({ location, schema, clock: machineClock })
  const { rows } = await db.ask<{ count: number }>(theServer, {
    text: `select count(*)::int from ops.app_settings where key like 'row %'`,
  })
  await db.close()

  expect(promised).toBeGreaterThanOrEqual(50)
  // One more row may have been written but not acknowledged.
  expect(rows[0]?.count).toBeGreaterThanOrEqual(promised)
  expect(rows[0]?.count).toBeLessThanOrEqual(promised + 1)
})

test('an endless query is ended and the next request is served', async () => {
  const db = await freshDatabase({ statementLimitMs: 700 })
  const endless = { text: 'select count(*) from generate_series(1, 1e12)' }

  const stuck = db.ask(theServer, endless)
  await expect(stuck).rejects.toMatchObject({ code: '57014' })
  const next = await db.ask(theServer, { text: 'select 1 as one' })

  expect(next.rows).toEqual([{ one: 1 }])
})

test('an expression deeper than the stack is refused and the next request is served', async () => {
  const db = await freshDatabase()
  const deep = `select 1${'+1'.repeat(20_000)}`

  await expect(db.ask(theServer, { text: deep, name: '' })).rejects.toMatchObject({ code: '54001' })
  const next = await db.ask(theServer, { text: 'select 1 as one' })

  expect(next.rows).toEqual([{ one: 1 }])
})

test('work inside work is refused at once instead of waiting for ever', async () => {
  const { db } = await testPeople()

  const nested = db.as(theServer, () => db.ask(theServer, { text: 'select 1' }))

  await expect(nested).rejects.toThrow('db.as inside db.as')
})

test('work that fails leaves nothing behind, and the connection is as good as before', async () => {
  const { db, sql } = await testPeople()

  const failing = db.as(theServer, async (inside) => {
    await inside.query(`insert into ops.app_settings (key, value) values ('half', '1')`)
    await inside.query('select 1 / 0')
  })

  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await sql(`select from ops.app_settings where key = 'half'`)).toEqual([])
})

test('work that lost a race runs again', async () => {
  const { db } = await testPeople()
  let tries = 0

  const answer = await db.as(theServer, async (sql) => {
    tries += 1
    await sql.query(
      `do $$ begin if ${tries} < 3 then raise exception using errcode = '40001'; end if; end $$`,
    )
    return 'done'
  })

  expect(answer).toBe('done')
  expect(tries).toBe(3)
})

test('what one caller is seen as never bleeds into the next request', async () => {
  const { db, member, other } = await testPeople()
  const callers = [member, other, visitor, theServer]
  const text = `select current_user as role, auth.uid() as id, current_setting('transaction_read_only') as read_only`

  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const caller = callers[i % callers.length] ?? visitor
      const options = { readOnly: i % 3 === 0 }
      if (i % 10 === 7) await db.ask(caller, { text: 'select 1 / 0' }).catch(() => {})
      const answer =
        i % 2 === 0
          ? await db.ask(caller, { text }, options)
          : await db.as(caller, (sql) => sql.query(text), options)

      return { i, caller, row: answer.rows[0] }
    }),
  )

  for (const { i, caller, row } of seen) {
    expect(row).toEqual({
      role: caller.role ?? loginRole(),
      id: caller.claims.sub ?? null,
      read_only: i % 3 === 0 ? 'on' : 'off',
    })
  }
})

test('a notification reaches whoever listens', async () => {
  const db = await freshDatabase()
  const heard = new Promise<string>((resolve) => {
    void db
      .listen('messages', resolve)
      .then(() => db.ask(theServer, { text: `notify messages, 'hello'` }))
  })

  expect(await heard).toBe('hello')
})
