// Over both databases: a caller’s role and transactions are set by the driver.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { loginRole } from '#test/login-role.ts'
import { testPeople } from '#test/test-people.ts'
import { recycledDatabase } from './recycled-database.ts'

test('the database sees a caller’s role and claims', async () => {
  const { asks, member } = await testPeople()

  const rows = await asks(member, 'select current_user as role, auth.uid() as id')

  expect(rows).toEqual([{ role: 'authenticated', id: member.id }])
})

test('a single statement sees the caller only for its own time', async () => {
  const { asks, sql, member } = await testPeople()
  await asks(member, 'select 1')

  const rows = await sql(`select current_user as role, auth.uid() as id`)

  expect(rows).toEqual([{ role: loginRole(), id: null }])
})

test('work that only reads is answered before its end is, and leaves nothing open', async () => {
  const db = await recycledDatabase()
  const read = () =>
    db.as(
      theServer,
      async (sql) =>
        (await sql.query<{ x: string }>('select pg_current_xact_id_if_assigned() as x')).rows,
      { readOnly: true },
    )

  const answers = await Promise.all(Array.from({ length: 50 }, read))
  const write = db.as(theServer, (sql) =>
    sql.query(`insert into ops.app_settings (key, value) values ('left open', '1')`),
  )

  expect(answers).toEqual(Array(50).fill([{ x: null }]))
  await expect(write).resolves.toBeDefined()
  expect(db.stats().waiting).toBe(0)
})

test('work that only reads cannot write', async () => {
  const db = await recycledDatabase()
  const write = () =>
    db.as(theServer, (sql) => sql.query('create table public.sneaked_in (id int)'), {
      readOnly: true,
    })

  await expect(write()).rejects.toMatchObject({ code: '25006' })
})
