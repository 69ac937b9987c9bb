// Over both databases: a filter passes what WHERE finds.

import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { randomCases } from '#test/random-cases.ts'
import { changesServer, listenTo } from './changes-server.ts'

const CASES = randomCases({ usual: 12, all: 120 })
const FILTERS = 10
const ROWS = 12

const VALUES: Record<string, readonly string[]> = {
  i4: ['0', '-1', '2147483647', '7', '+7', ' 7 '],
  i8: ['9007199254740992', '9007199254740993', '-9223372036854775808', '007'],
  n: ['1', '1.0', '1.00', 'NaN', '-0.5', '1e2', 'Infinity'],
  f: ['0.1', '1e300', '-0', '0', 'NaN', '0.30000000000000004'],
  t: ['', 'a', 'A', 'ä', 'a,b', 'a"b', 'a\\b', '(x)', 'null', '{1}', ' a', '%', 'a\nb', '💡'],
  v: ['ab', 'abc', 'abcd', 'ab '],
  c: ['ab', 'ab ', 'abc'],
  b: ['true', 'false', 't', 'no', '1'],
  u: [
    '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000A',
    '{00000000-0000-4000-8000-00000000000b}',
  ],
  d: ['2026-01-01', '20260101', 'infinity', '0044-03-15 BC'],
  z: ['2026-01-01 00:00+00', '2026-01-01T01:00:00+01', '-infinity'],
  e: ['low', 'high'],
  p: ['5', '10'],
}
const TYPES: Record<string, string> = {
  i4: 'integer',
  i8: 'bigint',
  n: 'numeric',
  f: 'double precision',
  t: 'text',
  v: 'varchar(3)',
  c: 'char(3)',
  b: 'boolean',
  u: 'uuid',
  d: 'date',
  z: 'timestamptz',
  e: 'public.level',
  p: 'public.positive',
}
/** A cast to varchar(3) would cut the value, which no comparison does. */
const CASTS: Record<string, string> = { ...TYPES, v: 'varchar', c: 'bpchar' }
const COMPARISONS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}
const COLUMNS = Object.keys(TYPES)

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create type public.level as enum ('low', 'high');
    create domain public.positive as integer check (value > 0);
    create table public.things (id integer primary key, ${COLUMNS.map((name) => `${name} ${TYPES[name]}`).join(', ')});
    grant select on public.things to anon;
    alter publication supabase_realtime add table public.things`)
  return opened
})

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)

test.each(Array.from({ length: CASES }, (_, i) => seed + i))(
  'random filters, RANDOM_SEED=%i',
  async (start) => {
    const { feed, run, rows } = server()
    const pick = pickerOf(start)
    const filters = Array.from({ length: FILTERS }, () => filterOf(pick))
    const things = await listenTo(feed, [
      ...filters.map(({ filter }) => ({ table: 'things', filter })),
      { table: 'things' },
    ])

    await run(
      `truncate public.things; insert into public.things values ${Array.from({ length: ROWS }, (_, id) => rowOf(pick, id)).join(', ')}`,
    )
    const told = new Map<number, readonly number[]>()
    await things.until(() => things.heard.length >= ROWS || things.gaps.length > 0)
    for (const { ids, data } of things.heard) told.set(JSON.parse(data.json).record.id, ids)

    for (const [i, { filter, where }] of filters.entries()) {
      const found = (await rows(`select id from public.things where ${where} order by id`)).map(
        ({ id }) => id,
      )
      const passed = [...told].filter(([, ids]) => ids.includes(i + 1)).map(([id]) => id)
      expect(
        passed.sort((a, b) => a - b),
        filter,
      ).toEqual(found)
    }
  },
)

type Pick = <T>(from: readonly T[]) => T

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const written = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

function filterOf(pick: Pick): { filter: string; where: string } {
  const parts = Array.from({ length: pick([1, 1, 1, 2, 3]) }, () => conditionOf(pick))

  return {
    filter: parts.map((one) => one.filter).join(','),
    where: parts.map((one) => one.where).join(' and '),
  }
}

function conditionOf(pick: Pick): { filter: string; where: string } {
  const column = pick(COLUMNS)
  const values = VALUES[column] as string[]
  const value = pick(values)
  const typed = (one: string) => `${literal(one)}::${CASTS[column]}`
  const operator = pick([
    ...Object.keys(COMPARISONS),
    'eq',
    'in',
    'in',
    'is',
    'isdistinct',
    'like',
    'imatch',
  ])
  const negation = pick(['', '', 'not.'])
  const [text, sql] = ((): [string, string] => {
    if (COMPARISONS[operator])
      return [written(value), `${column} ${COMPARISONS[operator]} ${typed(value)}`]
    if (operator === 'is') return ['null', `${column} is null`]
    if (operator === 'isdistinct')
      return [written(value), `${column} is distinct from ${typed(value)}`]
    if (operator === 'like') return ['%a%', `${column}::text like '%a%'`]
    if (operator === 'imatch') return ['^.A', `${column}::text ~* '^.A'`]
    const some = [value, pick(values), pick(values)]

    return [`(${some.map(written).join(',')})`, `${column} in (${some.map(typed).join(', ')})`]
  })()

  return {
    filter: `${column}=${negation}${operator}.${text}`,
    where: negation ? `not (${sql})` : sql,
  }
}

function rowOf(pick: Pick, id: number): string {
  const values = COLUMNS.map((name) => {
    const value = pick([...(VALUES[name] as string[]), null])
    return value === null ? 'null' : `${literal(value)}::${CASTS[name]}::${TYPES[name]}`
  })

  return `(${[id, ...values].join(', ')})`
}

function pickerOf(start: number): Pick {
  let state = Math.imul(start, 2_654_435_761) | 0

  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return from[(state >>> 8) % from.length] as (typeof from)[number]
  }
}
