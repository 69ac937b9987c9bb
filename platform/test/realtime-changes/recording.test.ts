// Over both databases: triggers record inside every kind of write.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { anon, changesServer, listenTo } from './changes-server.ts'

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create type public.mood as enum ('good', 'bad');
    create domain public.short as text check (length(value) < 10);
    create type public.pair as (a integer, b text);
    create table public.all_types (
      id integer primary key, i2 smallint, i8 bigint, f4 real, f8 double precision, n numeric, t text, c char(3), v varchar(3),
      b boolean, bytes bytea, d date, ti time, tz timestamptz, ts timestamp, iv interval, j json, jb jsonb, u uuid, ip inet, m money,
      a integer[], aa text[][], r int4range, mr datemultirange, p point, bits bit varying, x tsvector, e public.mood,
      dom public.short, comp public.pair, generated integer generated always as (id * 2) stored);
    create table public.large (id integer primary key, text text);
    create table public.parts (id integer, day date, note text, primary key (id, day)) partition by range (day);
    create table public.parts_1 partition of public.parts for values from ('2026-01-01') to ('2026-02-01');
    create table public.stock (id integer primary key, amount integer);
    grant select on all tables in schema public to anon;
    alter publication supabase_realtime add table public.all_types, public.large, public.parts, public.stock;
  `)
  return opened
})

test('values of every type are written and told', async () => {
  const { feed, run, rows } = server()
  const told = await listenTo(feed, [{ table: 'all_types' }])

  await run(`
    insert into public.all_types (id, i2, i8, f4, f8, n, t, c, v, b, bytes, d, ti, tz, ts, iv, j, jb, u, ip, m, a, aa, r, mr, p, bits, x, e, dom, comp) values
      (1, -32768, 9223372036854775807, 'NaN', 'Infinity', 'NaN', E'\\x01"\\\\', 'a', 'b', true, '\\x00ff', '0044-03-15 BC', '24:00', 'infinity',
       '-infinity', '1 year -2 days', '{"a": "\\u0000", "a": 1}', '{"b": [1.0]}', gen_random_uuid(), '::1', 1.5, '[0:1]={1,null}',
       '{{a,b},{c,null}}', '[1,5)', '{[2026-01-01,2026-02-01)}', '(1,2)', '101', 'a:1', 'bad', 'dom', '(1,"x,y")'),
      (2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
       null, null, null, null, null, null, null)`)

  const [full, empty] = await told.take(2)
  expect(full?.errors).toBeNull()
  expect(full?.record).toMatchObject({
    n: 'NaN',
    f8: 'Infinity',
    tz: 'infinity',
    bytes: '00ff',
    a: [1, null],
    e: 'bad',
    comp: { a: 1, b: 'x,y' },
  })
  expect(empty?.record).toMatchObject({ id: 2, t: null })
  expect(full?.record).not.toHaveProperty('generated')
  expect(await rows('select count(*)::integer as count from public.all_types')).toEqual([
    { count: 2 },
  ])
})

test('settings of the writer change no value that is told', async () => {
  const { feed, run } = server()
  const told = await listenTo(feed, [{ table: 'all_types' }])

  await run(`
    begin; set local timezone = 'Asia/Tokyo'; set local datestyle = 'SQL, DMY'; set local intervalstyle = 'sql_standard';
    set local bytea_output = 'escape'; set local extra_float_digits = -10; set local search_path = 'pg_temp';
    insert into public.all_types (id, tz, iv, bytes, f8, r, mr) values
      (10, '2026-01-01 00:00+00', '1 year -2 days', '\\x00', 0.1::float8 + 0.2, '[1,5)', '{[2026-01-01,2026-02-01)}'); commit`)

  const [one] = await told.take(1)
  expect(one?.record).toMatchObject({
    tz: '2026-01-01T00:00:00+00:00',
    iv: '1 year -2 days',
    bytes: '00',
    f8: 0.30000000000000004,
    mr: '{[2026-01-01,2026-02-01)}',
  })
})

test('a row over 1 MiB is written whole and told without its large values', async () => {
  const { feed, run, rows } = server()
  const told = await listenTo(feed, [{ table: 'large' }])

  await run(`insert into public.large values (1, repeat('x', 1100000))`)
  await run(`update public.large set text = repeat(E'\\x01', 1000000)`)
  await run('delete from public.large')

  const events = await told.take(3)
  expect(events.map(({ type, errors }) => [type, errors])).toEqual(
    ['INSERT', 'UPDATE', 'DELETE'].map((type) => [type, ['Error 413: Payload Too Large']]),
  )
  expect(events[0]?.record).toEqual({ id: 1 })
  expect(events[2]?.old_record).toEqual({ id: 1 })
  expect(await rows('select count(*)::integer as count from public.large')).toEqual([{ count: 0 }])
})

test('a cast to json that raises fails no write', async () => {
  const { feed, run, rows } = server()
  await run(`
    create type public.odd as enum ('a');
    create function public.odd_to_json(public.odd) returns json language plpgsql as $$ begin raise 'never'; end $$;
    create cast (public.odd as json) with function public.odd_to_json(public.odd);
    create table public.oddities (id integer primary key, odd public.odd);
    grant select on public.oddities to anon;
    alter publication supabase_realtime add table public.oddities`)
  const told = await listenTo(feed, [{ table: 'oddities' }])

  await run(`insert into public.oddities values (1, 'a')`)

  const [one] = await told.take(1)
  expect(one).toMatchObject({
    type: 'INSERT',
    errors: ['Error 413: Payload Too Large'],
    record: {},
  })
  expect(await rows('select id from public.oddities')).toEqual([{ id: 1 }])
})

test('rows of partitions are told by their partition, also of one that is made later', async () => {
  const { feed, run } = server()
  const january = await listenTo(feed, [{ table: 'parts_1' }])

  await run(`insert into public.parts values (1, '2026-01-05', 'through the parent')`)
  await run(`insert into public.parts_1 values (2, '2026-01-06', 'directly')`)

  expect((await january.take(2)).map(({ table, record }) => [table, record?.id])).toEqual([
    ['parts_1', 1],
    ['parts_1', 2],
  ])
})

test('rows of partitions are told by the parent where the publication says so', async () => {
  const { feed, run } = server()
  await run(`alter publication supabase_realtime set (publish_via_partition_root = true)`)
  const parts = await listenTo(feed, [{ table: 'parts' }])

  await run(
    `create table public.parts_2 partition of public.parts for values from ('2026-02-01') to ('2026-03-01')`,
  )
  await run(`insert into public.parts values (3, '2026-02-05', 'later')`)
  await run(`update public.parts set day = '2026-01-07' where id = 3`)

  const told = await parts.take(3)
  expect(told.map(({ type, table }) => [type, table])).toEqual([
    ['INSERT', 'parts'],
    ['DELETE', 'parts'],
    ['INSERT', 'parts'],
  ])
  await run(`alter publication supabase_realtime set (publish_via_partition_root = false)`)
})

test('ON CONFLICT, MERGE and functions tell what they did', async () => {
  const { feed, run } = server()
  const stock = await listenTo(feed, [{ table: 'stock' }])

  await run(
    `insert into public.stock values (1, 1); insert into public.stock values (1, 5) on conflict (id) do update set amount = excluded.amount`,
  )
  await run(`insert into public.stock values (1, 6) on conflict do nothing`)
  await run(`merge into public.stock using (values (1, 7), (2, 8)) as new (id, amount) on stock.id = new.id
             when matched then update set amount = new.amount when not matched then insert values (new.id, new.amount)`)
  await run('delete from public.stock')

  const told = await stock.take(6)
  expect(told.map(({ type, record }) => [type, record?.amount])).toEqual([
    ['INSERT', 1],
    ['UPDATE', 5],
    ['UPDATE', 7],
    ['INSERT', 8],
    ['DELETE', undefined],
    ['DELETE', undefined],
  ])
})

test.each(['repeatable read', 'serializable'] as const)(
  'a %s transaction is told',
  async (isolation) => {
    const { feed, db } = server()
    const stock = await listenTo(feed, [{ table: 'stock' }])

    await db.askAll(
      theServer,
      [
        { text: 'insert into public.stock values (20, 1)' },
        { text: 'delete from public.stock where id = 20' },
      ],
      { isolation },
    )

    expect((await stock.take(2)).map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
  },
)

test('more than 10,000 rows of one transaction interrupt those concerned, and nobody else', async () => {
  const { feed, run } = server()
  const stock = await listenTo(feed, [{ table: 'stock' }])
  const large = await listenTo(feed, [{ table: 'large' }], anon)

  await run('insert into public.stock select n, n from generate_series(1000, 11000) as n')
  await stock.until(() => stock.gaps.length > 0)
  await run(
    `insert into public.large values (7, 'still told'); delete from public.large; delete from public.stock`,
  )

  expect(stock.gaps).toEqual(['too many changes at once'])
  expect((await large.take(2)).map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
  expect(large.gaps).toEqual([])
})

test('the counter of rows takes no nonsense from a writer', async () => {
  const { feed, run, rows } = server()
  const stock = await listenTo(feed, [{ table: 'stock' }])
  const [table] = await rows(`select 'public.stock'::regclass::oid::text as oid`)

  await run(
    `select set_config('realtime_private.rows_${table?.oid}', 'x; 1', false); insert into public.stock values (1, 1)`,
  )
  await run(
    `select set_config('realtime_private.rows_${table?.oid}', '', false); delete from public.stock`,
  )

  expect((await stock.take(2)).map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
})

test('nothing is recorded while nobody subscribes', async () => {
  const { run, rows } = server()
  await run(
    `create table public.quiet (id integer primary key); alter publication supabase_realtime add table public.quiet`,
  )

  await run('insert into public.quiet values (1)')

  expect(
    await rows(
      `select count(*)::integer as count from realtime_private.changes where relation = 'public.quiet'::regclass`,
    ),
  ).toEqual([{ count: 0 }])
})

test('API roles reach nothing of the outbox', async () => {
  const { db } = server()

  for (const text of [
    'select * from realtime_private.changes',
    'select realtime_private.count_row(1::oid)',
    `select realtime_private.policy_text('pg_class'::regclass, 'anon')`,
  ])
    await expect(db.ask({ role: 'anon', claims: {} }, { text })).rejects.toMatchObject({
      code: '42501',
    })
})
