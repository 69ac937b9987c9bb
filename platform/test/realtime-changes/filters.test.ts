// Over both databases: PostgreSQL evaluates what is not compared here.

import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { changesServer, listenTo, parsed } from './changes-server.ts'

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create type public.colour as enum ('red', 'green');
    create table public.fish (id integer primary key, name text, weight numeric, caught boolean, colour public.colour, big bigint, note json);
    grant select on public.fish to anon;
    alter publication supabase_realtime add table public.fish;
    alter table public.fish replica identity full;
    create table public.part (id integer primary key, shown text, hidden text);
    grant select (id, shown) on public.part to anon;
    alter publication supabase_realtime add table public.part`)
  return opened
})

const ROWS = `(1, 'cod', 1.5, true, 'red', 9007199254740993, null), (2, 'Cod', 1.50, false, 'green', 2, '{"a": "\\u0000"}'),
  (3, 'eel, long', 3, null, null, null, 'null'), (4, 'a"b\\c', -1, true, 'red', 4, '[]'), (5, null, 'NaN', false, 'green', 5, '1'),
  (99, 'end', 0, null, null, 99, null)`

test.each([
  ['id=eq.1', [1]],
  ['big=eq.9007199254740993', [1]],
  ['id=neq.1', [2, 3, 4, 5]],
  ['id=lt.3', [1, 2]],
  ['id=lte.3', [1, 2, 3]],
  ['id=gt.3', [4, 5]],
  ['id=gte.3', [3, 4, 5]],
  ['weight=eq.1.500', [1, 2]],
  ['weight=eq.NaN', [5]],
  ['name=eq.cod', [1]],
  ['name=eq."eel, long"', [3]],
  ['name=eq."a\\"b\\\\c"', [4]],
  ['name=in.(cod,"eel, long")', [1, 3]],
  ['id=in.(1,3,77)', [1, 3]],
  ['id=in.()', []],
  ['name=like.c%', [1]],
  ['name=ilike.C%', [1, 2]],
  ['name=is.null', [5]],
  ['name=is.not_null', [1, 2, 3, 4]],
  ['name=not.is.null', [1, 2, 3, 4]],
  ['caught=is.true', [1, 4]],
  ['caught=is.unknown', [3]],
  ['caught=eq.true', [1, 4]],
  ['colour=eq.red', [1, 4]],
  ['colour=gt.red', [2, 5]],
  ['name=match.^[cC]o', [1, 2]],
  ['name=imatch.^CO', [1, 2]],
  ['name=isdistinct.cod', [2, 3, 4, 5]],
  ['name=not.eq.cod', [2, 3, 4]],
  ['name=not.in.(cod,Cod)', [3, 4]],
  ['name=not.isdistinct.cod', [1]],
  ['id=gt.1,id=lt.4', [2, 3]],
  ['id=eq.1,name=eq.cod', [1]],
  ['id=eq.1,name=eq.Cod', []],
  [' id = eq.1 ', [1]],
  ['', [1, 2, 3, 4, 5]],
])('%s passes rows %j', async (filter, ids) => {
  const { feed, run } = server()
  const fish = await listenTo(feed, [
    { table: 'fish', filter },
    { table: 'fish', filter: 'id=eq.99' },
  ])

  await run(`insert into public.fish values ${ROWS}; delete from public.fish`)
  const isEnd = ({ ids, data }: (typeof fish.heard)[number]) =>
    ids.includes(2) && data.type === 'DELETE'
  await fish.until(() => fish.heard.some(isEnd) || fish.gaps.length > 0)

  const passed = (type: string) =>
    fish.heard
      .filter((one) => one.data.type === type && one.ids.includes(1))
      .map(({ data }) => JSON.parse(data.json))
      .map(({ record, old_record }) => (record ?? old_record).id)
      .filter((id) => id !== 99)
  expect(passed('INSERT')).toEqual(ids)
  expect(passed('DELETE')).toEqual(ids)
})

test.each([
  ['id=eq.x', 'Exception: ERROR 22P02'],
  ['id=match.1', null],
  ['nobody=eq.1', 'Exception: invalid column for filter nobody'],
  ['name=match.(', 'Exception: ERROR 2201B'],
  ['note=eq.1', 'Exception: ERROR 42883'],
  ['name=foo.hey', 'Error parsing `filter` params: ["foo","hey"]'],
  ['undefined', 'Error parsing `filter` params: ["undefined"]'],
  ['id=in.1', '`in` filter value must be wrapped by parentheses'],
  [`id=in.(${Array.from({ length: 101 }, (_, i) => i).join(',')})`, 'Maximum 100'],
  ['name=is.cod', '`is` takes'],
  [`id=eq.1;drop table public.fish`, 'Exception: ERROR 22P02'],
  [`"i""d"=eq.1`, 'invalid column'],
])('the filter %s is answered by %s', async (filter, refusal) => {
  const listening = listenTo(server().feed, [{ table: 'fish', filter }])

  if (refusal === null) await expect(listening).resolves.toBeDefined()
  else
    await expect(listening).rejects.toMatchObject({
      name: 'ChangesRefused',
      message: expect.stringContaining(refusal),
    })
})

test('of many who wait for rows of their own, each is told of theirs', async () => {
  const { feed, run } = server()
  const own = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      listenTo(feed, [
        { table: 'fish', filter: `id=in.(${100 + n},${200 + n})`, event: 'INSERT' },
        { table: 'fish', filter: `name=eq.${n},id=gt.0` },
      ]),
    ),
  )
  const only = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      listenTo(feed, [{ table: 'fish', filter: `big=eq.${n}` }]),
    ),
  )
  own[7]?.subscription.end()

  await run(`insert into public.fish (id, name, big) select n, n - 100, n - 100 from generate_series(100, 149) as n;
             insert into public.fish (id, big) select n, n - 200 from generate_series(200, 249) as n;
             delete from public.fish`)

  for (const [n, listener] of only.entries())
    expect((await listener.take(4)).map(({ type, ...row }) => [type, idOf(row)])).toEqual([
      ['INSERT', 100 + n],
      ['INSERT', 200 + n],
      ['DELETE', 100 + n],
      ['DELETE', 200 + n],
    ])
  for (const [n, listener] of own.entries())
    expect(listener.heard.map(({ ids, data }) => [ids, data.type, idOf(parsed(data))])).toEqual(
      n === 7
        ? []
        : [
            [[1, 2], 'INSERT', 100 + n],
            [[1], 'INSERT', 200 + n],
            [[2], 'DELETE', 100 + n],
          ],
    )
})

type Told = { record?: Record<string, unknown>; old_record?: Record<string, unknown> }
const idOf = ({ record, old_record }: Told) => (record ?? old_record)?.id

test('only selected columns and the key are told, each selection for its bindings', async () => {
  const { feed, run } = server()
  const fish = await listenTo(feed, [
    { table: 'fish', select: ['name'] },
    { table: 'fish' },
    { table: 'fish', select: ['name'], event: 'INSERT' },
  ])

  await run(`insert into public.fish (id, name) values (50, 'ray'); delete from public.fish`)

  const [some, all] = await fish.take(2)
  expect(some).toMatchObject({ ids: [1, 3], columns: [{ name: 'id' }, { name: 'name' }] })
  expect(some?.record).toEqual({ id: 50, name: 'ray' })
  expect(all?.ids).toEqual([2])
  expect(Object.keys(all?.record ?? {})).toHaveLength(7)
})

test.each([
  ['a column that may not be selected', { select: ['hidden'] }, 'invalid column for select hidden'],
  ['a filter on such a column', { filter: 'hidden=eq.1' }, 'invalid column for filter hidden'],
])('%s is refused', async (_, binding, text) => {
  await expect(listenTo(server().feed, [{ table: 'part', ...binding }])).rejects.toThrow(text)
})

test('columns are not selected for a whole schema', async () => {
  await expect(listenTo(server().feed, [{ select: ['id'] }])).rejects.toThrow(
    'Column selection is not supported for wildcard subscriptions.',
  )
})

test('more than twenty bindings are refused', async () => {
  const many = Array.from({ length: 21 }, () => ({ table: 'fish' }))

  await expect(listenTo(server().feed, many)).rejects.toThrow('Too many changes for one channel')
})
