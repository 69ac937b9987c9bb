// Over both databases: answers are read by the driver.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { forThisFile } from './for-this-file.ts'
import { freshLocation, openLocation } from './fresh-database.ts'

const database = forThisFile(async (atEnd) => openLocation(await freshLocation(atEnd), atEnd))

test('a statement answers alike the first time and when its shape is known', async () => {
  const db = database()
  const text = `select i, 'n' || i as name, null as nothing from generate_series(1, $1::int) as i`

  const first = await db.ask(theServer, { text, values: [2] })
  const second = await db.ask(theServer, { text, values: [1] })
  const none = await db.ask(theServer, { text, values: [0] })

  expect(first).toEqual({
    rows: [
      { i: 1, name: 'n1', nothing: null },
      { i: 2, name: 'n2', nothing: null },
    ],
    rowCount: 2,
  })
  expect(second).toEqual({ rows: [{ i: 1, name: 'n1', nothing: null }], rowCount: 1 })
  expect(none).toEqual({ rows: [], rowCount: 0 })
})

test('a statement without rows reports how many it changed, each time', async () => {
  const db = database()
  const text = `insert into ops.app_settings (key, value) select 'k' || i, '1' from generate_series($1::int, $2::int) as i`

  const counts = [
    await db.ask(theServer, { text, values: [1, 12] }),
    await db.ask(theServer, { text, values: [13, 15] }),
  ]

  expect(counts).toEqual([
    { rows: [], rowCount: 12 },
    { rows: [], rowCount: 3 },
  ])
})

test('a table that changes its shape answers with its new columns at once', async () => {
  const db = database()
  const read = () => db.ask(theServer, { text: 'select * from public.changing' })
  await db.script('create table public.changing (id int); insert into public.changing values (1)')
  expect((await read()).rows).toEqual([{ id: 1 }])

  await db.script(`alter table public.changing add column word text default 'new'`)

  expect((await read()).rows).toEqual([{ id: 1, word: 'new' }])
})

test('several tables that changed at once cost a transaction no error', async () => {
  const db = database()
  const tables = ['former', 'latter', 'last']
  const read = () =>
    db.as(theServer, async (sql) => {
      const answers = []
      for (const table of tables) {
        answers.push((await sql.query(`select * from public.${table}`)).rows)
      }
      return answers
    })
  await db.script(
    tables
      .map((one) => `create table public.${one} (id int); insert into public.${one} values (1);`)
      .join(''),
  )
  await read()

  await db.script(tables.map((one) => `alter table public.${one} add word text;`).join(''))

  expect(await read()).toEqual(tables.map(() => [{ id: 1, word: null }]))
})

test('statements that a connection lost are prepared anew', async () => {
  const db = database()
  const read = () => db.ask(theServer, { text: 'select 1 as one' })
  await read()

  await db.script('deallocate all')

  expect((await read()).rows).toEqual([{ one: 1 }])
})

test('the same statement is read as text and in binary', async () => {
  const db = database()
  const statement = { text: `select '\\x00ff'::bytea as bytes, null::bytea as nothing` }
  const expected = [{ bytes: Buffer.from([0, 255]), nothing: null }]

  for (const binary of [false, true, false, true]) {
    expect((await db.ask(theServer, { ...statement, binary })).rows).toEqual(expected)
  }
})

test('values of every kind and size arrive as they were sent', async () => {
  const db = database()
  const texts = ['', 'plain', 'ü', '€'.repeat(30), '😀', `${'x'.repeat(70_000)}ü`]
  const bytes = Buffer.alloc(100_000, 7)

  const answer = await db.ask(theServer, {
    text: 'select $1::text[] as texts, $2::bytea as bytes, $3::text as nothing, $4::jsonb as json, $5::bool as truth, $6::text as last',
    values: [texts, bytes, null, { a: ['ß'] }, true, texts.at(-1)],
  })

  expect(answer.rows).toEqual([
    { texts, bytes, nothing: null, json: { a: ['ß'] }, truth: true, last: texts.at(-1) },
  ])
})

test('a value that cannot be sent costs its own request only', async () => {
  const db = database()
  const unsendable = {
    toPostgres() {
      throw new Error('no value')
    },
  }
  const ask = (value: unknown) =>
    db.ask(theServer, { text: 'select $1::text as v', values: [value] })

  await expect(ask(unsendable)).rejects.toThrow('no value')
  expect((await ask('a value')).rows).toEqual([{ v: 'a value' }])
  expect(db.stats()).toMatchObject({ total: 1, idle: 1 })
})
