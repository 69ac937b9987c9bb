// Over both databases: roles, claims and policies are set inside a statement.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '#realtime/changes/changes-feed.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { anon, changesServer, listenTo, member, parsed } from './changes-server.ts'

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create table public.crews (crew integer, sailor uuid, primary key (crew, sailor));
    create table public.logs (id integer primary key, crew integer not null, text text, secret text);
    create table public.drafts (id integer primary key, owner uuid, text text);
    create table public.plain (id integer primary key, open boolean, closed boolean);
    create table public.keyless (text text);
    grant select on public.crews, public.drafts, public.plain, public.keyless to authenticated, anon;
    grant select (id, crew, text) on public.logs to authenticated;
    alter table public.logs enable row level security;
    alter table public.drafts enable row level security;
    alter table public.drafts replica identity full;
    alter table public.plain enable row level security;
    create policy "own crew" on public.logs for select to authenticated using (
      exists (select from public.crews where crews.crew = logs.crew and crews.sailor = (select auth.uid())));
    create policy "own" on public.drafts for select to authenticated using (owner = auth.uid());
    create policy "open" on public.plain for select using (open);
    create policy "no closed ones" on public.plain as restrictive for select to authenticated using (not closed);
    alter publication supabase_realtime add table public.logs, public.drafts, public.plain, public.keyless;
  `)
  return opened
})

/** Two members of crews of their own. */
async function twoCrews() {
  const [first, second] = [randomUUID(), randomUUID()]
  const crew = Math.floor(Math.random() * 2 ** 30)
  await server().run(
    `insert into public.crews values (${crew}, '${first}'), (${crew + 1}, '${second}')`,
  )

  return { crew, first: member(first), second: member(second) }
}

const subOf = ({ claims }: Caller) => claims.sub as string

test('a row is told to those who may select it, without columns that they may not', async () => {
  const { feed, run } = server()
  const { crew, first, second } = await twoCrews()
  const own = await listenTo(feed, [{ table: 'logs' }], first)
  const others = await listenTo(feed, [{ table: 'logs' }], second)

  await run(
    `insert into public.logs values (1, ${crew}, 'one', 'hidden'), (2, ${crew + 1}, 'two', 'hidden')`,
  )

  const [mine] = await own.take(1)
  const [theirs] = await others.take(1)
  expect(mine?.record).toEqual({ id: 1, crew, text: 'one' })
  expect(mine?.columns.map(({ name }) => name)).toEqual(['id', 'crew', 'text'])
  expect(theirs?.record).toEqual({ id: 2, crew: crew + 1, text: 'two' })
  await run('delete from public.logs')
})

test('a version that was readable is told though the row has changed or gone meanwhile', async () => {
  const { feed, run } = server()
  const { crew, first, second } = await twoCrews()
  const own = await listenTo(feed, [{ table: 'logs' }], first)
  const others = await listenTo(feed, [{ table: 'logs' }], second)

  await run(`insert into public.logs values (3, ${crew}, 'readable', null);
             update public.logs set crew = ${crew + 1}, text = 'theirs' where id = 3;
             delete from public.logs where id = 3`)
  await run(
    `insert into public.logs values (4, ${crew}, 'end', null), (5, ${crew + 1}, 'end', null)`,
  )

  const mine = await own.takeUntil(({ record }) => record?.text === 'end')
  const theirs = await others.takeUntil(({ record }) => record?.text === 'end')
  expect(mine.map(({ type, record }) => [type, record?.text])).toEqual([
    ['INSERT', 'readable'],
    ['INSERT', 'end'],
  ])
  expect(theirs.map(({ type, record }) => [type, record?.text])).toEqual([
    ['UPDATE', 'theirs'],
    ['DELETE', undefined],
    ['INSERT', 'end'],
  ])
  await run('delete from public.logs')
})

test('membership counts as it is at delivery', async () => {
  const { feed, run } = server()
  const { crew, first } = await twoCrews()
  const own = await listenTo(feed, [{ table: 'logs' }], first)

  await run(`begin; insert into public.logs values (6, ${crew}, 'unreadable', null);
             delete from public.crews where sailor = '${subOf(first)}'; commit`)
  await run(`insert into public.crews values (${crew + 7}, '${subOf(first)}')`)
  await run(`insert into public.logs values (7, ${crew + 7}, 'end', null)`)

  const told = await own.takeUntil(({ record }) => record?.text === 'end')
  expect(told.map(({ record }) => record?.id)).toEqual([7])
  await run('delete from public.logs')
})

test('a row before the change is told whole only if it was readable', async () => {
  const { feed, run } = server()
  const [first, second] = [member(randomUUID()), member(randomUUID())]
  await run(
    `insert into public.drafts values (1, '${subOf(first)}', 'a'), (2, '${subOf(second)}', 'b')`,
  )
  const drafts = await listenTo(feed, [{ table: 'drafts' }], first)

  await run(`update public.drafts set text = 'c', owner = '${subOf(first)}'`)
  await run('delete from public.drafts')

  const told = await drafts.take(4)
  expect(told.map(({ old_record }) => old_record)).toEqual([
    { id: 1, owner: subOf(first), text: 'a' },
    { id: 2 },
    { id: 1 },
    { id: 2 },
  ])
})

test('permissive policies are joined by or, restrictive ones by and, for their roles', async () => {
  const { feed, run } = server()
  const anyone = await listenTo(feed, [{ table: 'plain' }], anon)
  const members = await listenTo(feed, [{ table: 'plain' }], member(randomUUID()))

  await run(`insert into public.plain values (1, true, false), (2, false, false), (3, true, true), (4, true, null);
             delete from public.plain where id < 9`)
  await run('insert into public.plain values (9, true, false)')

  const idsOf = (told: Awaited<ReturnType<typeof anyone.takeUntil>>) =>
    told.map((one) => (one.record ?? one.old_record)?.id)
  const isEnd = ({ record }: { record?: Record<string, unknown> }) => record?.id === 9
  expect(idsOf(await anyone.takeUntil(isEnd))).toEqual([1, 3, 4, 1, 3, 4, 9])
  expect(idsOf(await members.takeUntil(isEnd))).toEqual([1, 1, 9])
  await run('delete from public.plain')
})

test('another token counts from the next change on', async () => {
  const { feed, run } = server()
  const { crew, first, second } = await twoCrews()
  const own = await listenTo(feed, [{ table: 'logs' }], first)

  own.subscription.setCaller(second)
  await run(
    `insert into public.logs values (10, ${crew}, 'first', null), (11, ${crew + 1}, 'second', null)`,
  )

  const [told] = await own.take(1)
  expect(told?.record?.id).toBe(11)
  await run('delete from public.logs')
})

test('a policy that raises hides its rows, and no others', async () => {
  const { feed, run } = server()
  await run(`
    create table public.brittle (id integer primary key, value text);
    alter table public.brittle enable row level security;
    grant select on public.brittle to authenticated;
    create policy "raises for some" on public.brittle for select to authenticated
      using (value::integer > 0 and (auth.jwt() ->> 'sub')::uuid is not null);
    alter publication supabase_realtime add table public.brittle`)
  const good = await listenTo(feed, [{ table: 'brittle' }], member(randomUUID()))
  const bad = await listenTo(feed, [{ table: 'brittle' }], member('no uuid'))

  await run(`insert into public.brittle values (1, '1'), (2, 'x'), (3, '3')`)
  await run(`insert into public.brittle values (4, '4')`)

  expect(
    (await good.takeUntil(({ record }) => record?.id === 4)).map(({ record }) => record?.id),
  ).toEqual([1, 3, 4])
  expect(bad.heard).toEqual([])
})

test('rights that are taken away count at once', async () => {
  const { feed, run } = server()
  await run(`
    create table public.shared (id integer primary key, note text);
    grant select on public.shared to authenticated, anon;
    alter publication supabase_realtime add table public.shared`)
  const members = await listenTo(feed, [{ table: 'shared' }], member(randomUUID()))
  const visitors = await listenTo(feed, [{ table: 'shared' }], anon)

  const seen = []
  for (const [id, text] of [
    [1, ''],
    [
      2,
      'revoke select on public.shared from authenticated; grant select (id) on public.shared to authenticated;',
    ],
    [
      3,
      'alter table public.shared enable row level security; create policy "visitors" on public.shared for select to anon using (true);',
    ],
  ]) {
    await run(`${text} insert into public.shared values (${id})`)
    seen.push(...(await visitors.take(1)).map(({ record }) => record))
  }

  expect(seen).toEqual([
    { id: 1, note: null },
    { id: 2, note: null },
    { id: 3, note: null },
  ])
  expect(members.heard.map(({ data }) => parsed(data).record)).toEqual([
    { id: 1, note: null },
    { id: 2 },
  ])
})

test('a filter of a column that may be selected no longer passes nothing', async () => {
  const { feed, run } = server()
  await run(`
    create table public.prices (id integer primary key, price integer);
    grant select on public.prices to authenticated, anon;
    alter publication supabase_realtime add table public.prices`)
  const filtered = await listenTo(
    feed,
    [{ table: 'prices', filter: 'price=gt.1' }],
    member(randomUUID()),
  )
  const visitors = await listenTo(feed, [{ table: 'prices' }], anon)

  await run(`revoke select on public.prices from authenticated;
             grant select (id) on public.prices to authenticated;
             insert into public.prices values (1, 2)`)

  await visitors.take(1)
  expect(filtered.heard).toEqual([])
})

test('a table without a primary key tells that, and nothing of the row', async () => {
  const { feed, run } = server()
  const keyless = await listenTo(feed, [{ table: 'keyless' }])

  await run(`insert into public.keyless values ('kept back')`)

  const [told] = await keyless.take(1)
  expect(told).toMatchObject({
    errors: ['Error 400: Bad Request, no primary key'],
    record: {},
    columns: [],
  })
})

test('policies that need the stored row itself hide rows that have changed', async () => {
  const { feed, run } = server()
  await run(`
    create table public.systemic (id integer primary key, value integer);
    alter table public.systemic enable row level security;
    grant select on public.systemic to authenticated;
    create policy "of this table" on public.systemic for select to authenticated using (tableoid = 'public.systemic'::regclass);
    alter publication supabase_realtime add table public.systemic`)
  const told = await listenTo(feed, [{ table: 'systemic' }], member(randomUUID()))

  await run(
    'insert into public.systemic values (1, 1); update public.systemic set value = 2; insert into public.systemic values (2, 2)',
  )

  const changes = await told.takeUntil(({ record }) => record?.id === 2)
  expect(changes.map(({ type, record }) => [type, record?.value])).toEqual([
    ['UPDATE', 2],
    ['INSERT', 2],
  ])
})

test('DELETE is told to all where the server is set to that', async () => {
  const opened = await changesServer((end) => ends.push(end), { tellsAllDeletes: true })
  await opened.run(`
    create table public.logs (id integer primary key, text text);
    alter table public.logs enable row level security;
    alter table public.logs replica identity full;
    grant select on public.logs to anon;
    alter publication supabase_realtime add table public.logs`)
  const logs = await listenTo(opened.feed, [{ table: 'logs' }])

  await opened.run(`insert into public.logs values (1, 'hidden'); delete from public.logs`)

  expect(await logs.take(1)).toMatchObject([{ type: 'DELETE', old_record: { id: 1 } }])
  logs.subscription.end()
  for (const end of ends) await end()
})

const ends: (() => void | Promise<void>)[] = []
