// Over both databases: triggers, snapshots and the connection that reads them.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { anon, changesServer, listenTo } from './changes-server.ts'

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create table public.boats (id bigint primary key, name text, data json, bytes bytea, weight numeric, at timestamptz);
    create table public.harbours (id integer primary key, boat bigint references public.boats on delete cascade);
    create table public.unpublished (id integer primary key);
    grant select on public.boats, public.harbours, public.unpublished to anon;
    alter publication supabase_realtime add table public.boats, public.harbours;
    alter table public.harbours replica identity full;
  `)
  return opened
})

test('inserts, updates and deletes are told with columns, keys and values', async () => {
  const { feed, run } = server()
  const boats = await listenTo(feed, [{ table: 'boats' }])

  await run(
    `insert into public.boats values (1, 'Fähre', '{"a": 1}', '\\x6869', 'NaN', '2026-01-02 03:04:05.678901+02')`,
  )
  await run(`update public.boats set id = 2, name = null where id = 1`)
  await run('delete from public.boats where id = 2')

  const [inserted, updated, deleted] = await boats.take(3)
  expect(inserted).toMatchObject({
    ids: [1],
    type: 'INSERT',
    schema: 'public',
    table: 'boats',
    errors: null,
    record: {
      id: 1,
      name: 'Fähre',
      data: { a: 1 },
      bytes: '6869',
      weight: 'NaN',
      at: '2026-01-02T01:04:05.678901+00:00',
    },
    columns: [
      { name: 'id', type: 'int8' },
      { name: 'name', type: 'text' },
      { name: 'data', type: 'json' },
      { name: 'bytes', type: 'bytea' },
      { name: 'weight', type: 'numeric' },
      { name: 'at', type: 'timestamptz' },
    ],
  })
  expect(inserted).not.toHaveProperty('old_record')
  expect(inserted?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(updated).toMatchObject({
    type: 'UPDATE',
    record: { id: 2, name: null },
    old_record: { id: 1 },
  })
  expect(deleted).toMatchObject({ type: 'DELETE', old_record: { id: 2 } })
  expect(deleted?.old_record).toEqual({ id: 2 })
  expect(deleted).not.toHaveProperty('record')
})

test('a table of full identity tells the whole row before', async () => {
  const { feed, run } = server()
  await run('insert into public.boats (id) values (10), (11)')
  const harbours = await listenTo(feed, [{ table: 'harbours' }])

  await run('insert into public.harbours values (1, 10)')
  await run('update public.harbours set boat = 11')
  await run('delete from public.harbours')

  const [, updated, deleted] = await harbours.take(3)
  expect(updated).toMatchObject({ record: { id: 1, boat: 11 }, old_record: { id: 1, boat: 10 } })
  expect(deleted).toMatchObject({ old_record: { id: 1, boat: 11 } })
})

test('integers over 2^53 keep their digits', async () => {
  const { feed, run } = server()
  const boats = await listenTo(feed, [{ table: 'boats' }])

  await run('insert into public.boats (id) values (9007199254740993)')

  await boats.until(() => boats.heard.length > 0)
  expect(boats.heard[0]?.data.json).toContain('"id":9007199254740993,')
})

test('a rolled back transaction and a rolled back savepoint tell nothing', async () => {
  const { feed, db, run } = server()
  const boats = await listenTo(feed, [{ table: 'boats' }])

  await db
    .as(theServer, async (sql) => {
      await sql.query('insert into public.boats (id) values (20)')
      throw new Error('undone')
    })
    .catch(() => {})
  await run(`begin; insert into public.boats (id) values (21); savepoint s; insert into public.boats (id) values (22);
             rollback to s; insert into public.boats (id) values (23); commit`)

  const told = await boats.take(2)
  expect(told.map(({ record }) => record?.id)).toEqual([21, 23])
})

test('a statement’s changes come in its order, with those it causes', async () => {
  const { feed, run } = server()
  await run(
    `insert into public.boats (id) values (30), (31); insert into public.harbours values (30, 30), (31, 31)`,
  )
  const all = await listenTo(feed, [{ table: 'boats' }, { table: 'harbours' }])

  await run('delete from public.boats where id in (30, 31)')

  const told = await all.take(4)
  expect(told.map(({ ids, table, old_record }) => [ids, table, old_record?.id])).toEqual(
    expect.arrayContaining([
      [[1], 'boats', 30],
      [[2], 'harbours', 30],
      [[1], 'boats', 31],
      [[2], 'harbours', 31],
    ]),
  )
  expect(told.filter(({ table }) => table === 'boats').map((one) => one.old_record?.id)).toEqual([
    30, 31,
  ])
})

test('only the bindings of the event and table are named', async () => {
  const { feed, run } = server()
  const all = await listenTo(feed, [
    { table: 'boats', event: 'INSERT' },
    { table: 'boats', event: 'DELETE' },
    {},
    { table: 'harbours' },
  ])

  await run('insert into public.boats (id) values (40)')
  await run('delete from public.boats where id = 40')

  const told = await all.take(2)
  expect(told.map(({ ids }) => ids)).toEqual([
    [1, 3],
    [2, 3],
  ])
})

test.each([
  [
    'a table that is not published',
    { table: 'unpublished' },
    'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: unpublished, filters: [], select: nil]',
  ],
  ['a table that does not exist', { table: 'no"body' }, 'Please check Realtime is enabled'],
  ['a schema that does not exist', { schema: 'nowhere' }, 'table: *'],
  ['a table without access', { schema: 'public', table: 'secret' }, 'Error 401: Unauthorized'],
])('%s is refused', async (_, binding, text) => {
  const { feed, run } = server()
  await run(`create table if not exists public.secret (id integer primary key);
             do $$ begin alter publication supabase_realtime add table public.secret; exception when duplicate_object then null; end $$`)

  await expect(listenTo(feed, [binding])).rejects.toMatchObject({
    name: 'ChangesRefused',
    message: expect.stringContaining(text),
  })
})

test('nothing is told after the end', async () => {
  const { feed, run } = server()
  const ended = await listenTo(feed, [{ table: 'boats' }])
  const going = await listenTo(feed, [{ table: 'boats' }])

  ended.subscription.end()
  await run('insert into public.boats (id) values (50)')

  await going.take(1)
  expect(ended.heard).toEqual([])
})

test('what was committed before the subscription is not told', async () => {
  const { feed, run, db } = server()
  for (let i = 0; i < 20; i++) {
    await run(`insert into public.boats (id) values (${1000 + i})`)
    const boats = await listenTo(feed, [{ table: 'boats' }], anon)
    await db.ask(theServer, { text: `insert into public.boats (id) values (${2000 + i})` })

    const [first] = await boats.take(1)
    expect(first?.record?.id).toBe(2000 + i)
    boats.subscription.end()
  }
})
