// Over both databases: names and keys become part of statements.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { changesServer, listenTo, member } from './changes-server.ts'

const server = forThisFile((atEnd) => changesServer(atEnd))

const NAMES = [
  'key',
  'record',
  'place',
  'given',
  'stored row',
  'wanted',
  'changed',
  'a"b',
  'Ünï',
  "q'q",
  'filter',
  'passes',
  'judged',
]

test.each(['given', 'changed', 'Odd "Näme"', "it's", 'select', 'wanted'])(
  'the table %s may be named so',
  async (name) => {
    const { feed, run } = server()
    const caller = member(randomUUID())
    const table = `public."${name.replaceAll('"', '""')}"`
    const columns = NAMES.map((one) => `"${one.replaceAll('"', '""')}"`)
    await run(`
    create table ${table} (${columns.map((one) => `${one} text`).join(', ')}, primary key (${columns.join(', ')}));
    alter table ${table} enable row level security;
    grant select on ${table} to authenticated;
    create policy "own" on ${table} for select to authenticated
      using (${columns[1]} = auth.uid()::text and exists (select from pg_class as other where other.oid is not null and ${columns[3]} is not null)
             and ${columns[2]} <> '' and (select ${columns[0]}) is not null);
    alter publication supabase_realtime add table ${table}`)
    const own = await listenTo(
      feed,
      [
        { table: name, filter: NAMES.map((one) => `${one}=not.like.x`).join(',') },
        { table: name, filter: 'key=eq."k,1"' },
      ],
      caller,
    )
    const values = NAMES.map((one) => `'${one.replaceAll("'", "''")}'`)
    const row = (key: string, owner: unknown) =>
      `('${key}', '${owner}', ${values.slice(2).join(', ')})`

    await run(`insert into ${table} values ${row('k,1', caller.claims.sub)}, ${row('k2', 'nobody')};
             update ${table} set ${columns[5]} = 'then'; insert into ${table} values ${row('end', caller.claims.sub)}`)

    const told = await own.take(3)
    expect(told.map(({ ids, type, record }) => [ids, type, record?.key, record?.wanted])).toEqual([
      [[1, 2], 'INSERT', 'k,1', 'wanted'],
      [[1, 2], 'UPDATE', 'k,1', 'then'],
      [[1], 'INSERT', 'end', 'wanted'],
    ])
    expect(told[0]?.record).toEqual({
      ...Object.fromEntries(NAMES.map((one) => [one, one])),
      key: 'k,1',
      record: caller.claims.sub,
    })
  },
)

test.each([
  ['text', `E'a"\\\\b\\n''c'`],
  ['bytea', `'\\x00ff'`],
  ['uuid', 'gen_random_uuid()'],
  ['timestamptz', `'2026-01-01 00:00:00.123456+05'`],
  ['numeric', `'1.500'`],
  ['integer[]', `'{1,2}'`],
  ['own_keys.kind', `'other'`],
  ['own_keys.small', '3'],
  ['int4range', `'[1,5)'`],
  ['inet', `'10.0.0.1/8'`],
  ['char(4)', `'ab'`],
  ['interval', `'1 mon -3 days'`],
  ['boolean', 'true'],
  ['double precision', '0.1'],
])('a key of type %s finds its stored row and its former one', async (type, value) => {
  const { feed, run } = server()
  const caller = member(randomUUID())
  await run(`
    create schema if not exists own_keys;
    grant usage on schema own_keys to authenticated;
    do $$ begin
      create type own_keys.kind as enum ('one', 'other');
      create domain own_keys.small as integer check (value < 10);
    exception when duplicate_object then null; end $$;
    drop table if exists public.keyed;
    create table public.keyed (k ${type}, n integer, owner uuid, primary key (n, k));
    alter table public.keyed enable row level security;
    grant select on public.keyed to authenticated;
    create policy "own" on public.keyed for select to authenticated using (owner = (select auth.uid()));
    alter publication supabase_realtime add table public.keyed`)
  const own = await listenTo(feed, [{ table: 'keyed' }], caller)
  const owner = `'${caller.claims.sub}'`

  await run(`insert into public.keyed values (${value}, 1, ${owner}), (${value}, 2, null);
             update public.keyed set n = n + 10; delete from public.keyed where n = 12;
             insert into public.keyed values (${value}, 99, ${owner})`)

  expect((await own.take(3)).map(({ type: event, record }) => [event, record?.n])).toEqual([
    ['INSERT', 1],
    ['UPDATE', 11],
    ['INSERT', 99],
  ])
})
