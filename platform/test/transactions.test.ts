// Over both databases: the embedded engine has one connection for all.

import { expect, test } from 'vitest'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { testPeople } from './test-people.ts'

test('a statement for later has run before the next query and by the commit', async () => {
  const { db } = await testPeople()

  const seen = await db.as(theServer, async (sql) => {
    await add(sql.later, 'first')
    const keys = await keysIn(sql)
    await add(sql.later, 'second')
    return keys
  })

  expect(seen).toEqual(['first'])
  expect(await keysOf(db)).toEqual(['first', 'second'])
})

test('a statement for later is enough for a transaction', async () => {
  const { db } = await testPeople()

  await db.as(theServer, (sql) => add(sql.later, 'only'))

  expect(await keysOf(db)).toEqual(['only'])
})

test('a statement for later that fails takes the whole work back', async () => {
  const { db } = await testPeople()

  const failing = db.as(theServer, async (sql) => {
    await add(sql, 'first')
    await add(sql.later, 'first')
    return 'done'
  })

  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await keysOf(db)).toEqual([])
})

test('work that fails does not send what was for later', async () => {
  const { db } = await testPeople()

  const failing = db.as(theServer, async (sql) => {
    await add(sql.later, 'never')
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')
  expect(await keysOf(db)).toEqual([])
})

test('several statements in one round trip answer in their order', async () => {
  const { db } = await testPeople()

  const answers = await db.as(theServer, (sql) =>
    sql.queryAll([{ text: 'select 1 as one' }, { text: 'select $1::text as two', values: ['2'] }]),
  )

  expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: '2' }]])
})

const add = async (sql: Sql, name: string) => {
  await sql.query(`insert into ops.app_settings (key, value) values ($1, '1')`, [`later ${name}`])
}

async function keysIn(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select substr(key, 7) as name from ops.app_settings where key like 'later %' order by key`,
  )

  return rows.map(({ name }) => name)
}

const keysOf = (db: Database) => db.as(theServer, keysIn)
