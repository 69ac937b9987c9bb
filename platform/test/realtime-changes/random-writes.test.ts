// Over both databases: the trigger changes no write's outcome.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { randomCases } from '#test/random-cases.ts'
import { changesServer, listenTo } from './changes-server.ts'

const CASES = randomCases({ usual: 4, all: 40 })
const TRANSACTIONS = 15
const IDS = 8
const LEVELS = ['repeatable read', 'serializable', undefined] as const

/** The same tables twice: those of `told` are published. */
const schemaSql = (schema: string) => `
  create schema ${schema};
  grant usage on schema ${schema} to anon;
  create table ${schema}.parents (id integer primary key, note text, data json, weight numeric, bytes bytea, at timestamptz, list text[]);
  create table ${schema}.children (id integer primary key, parent integer references ${schema}.parents on update cascade on delete cascade deferrable);
  create table ${schema}.loose (id integer primary key, parent integer references ${schema}.parents on delete set null on update cascade);
  create table ${schema}.parts (id integer, half integer, note text, primary key (id, half)) partition by list (half);
  create table ${schema}.parts_0 partition of ${schema}.parts for values in (0);
  create table ${schema}.parts_1 partition of ${schema}.parts for values in (1);
  create unlogged table ${schema}.spare (id integer primary key);
  grant select on all tables in schema ${schema} to anon;`

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`${schemaSql('bare')} ${schemaSql('told')}
    alter publication supabase_realtime add table told.parents, told.children, told.loose, told.parts`)
  return opened
})

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)

test.each(Array.from({ length: CASES }, (_, i) => seed + i))(
  'random writes, RANDOM_SEED=%i',
  async (start) => {
    const { feed, db, run, rows } = server()
    const pick = pickerOf(start)
    const listener = await listenTo(feed, [{ schema: 'told' }])
    for (const schema of ['bare', 'told'])
      await run(
        `delete from ${schema}.parents; delete from ${schema}.children; delete from ${schema}.loose; delete from ${schema}.parts`,
      )

    for (let i = 0; i < TRANSACTIONS; i++) {
      const statements = Array.from({ length: pick([1, 2, 3]) }, () => statementOf(pick))
      const isolation = pick(LEVELS)
      const [bare, told] = [await outcomeOf('bare'), await outcomeOf('told')]
      expect(told, statements.join(';\n')).toEqual(bare)

      async function outcomeOf(schema: string) {
        const texts = statements.map((text) => ({ text: text.replaceAll('%', schema) }))
        const answers = await db
          .askAll(theServer, texts, isolation ? { isolation } : {})
          .then((all) => all.map(({ rowCount }) => rowCount))
          .catch((error: { code?: string }) => error.code)

        return { answers, contents: await contentsOf(schema) }
      }
    }
    expect(listener.gaps).toEqual([])

    async function contentsOf(schema: string) {
      const tables = ['parents', 'children', 'loose', 'parts']
      const digests = tables.map(
        (name) =>
          `(select md5(string_agg(t::text, ';' order by t::text)) from ${schema}.${name} as t) as ${name}`,
      )
      return rows(`select ${digests.join(', ')}`)
    }
  },
)

type Pick = <T>(from: readonly T[]) => T

function statementOf(pick: Pick): string {
  const id = () => pick(Array.from({ length: IDS }, (_, i) => i + 1))
  const values = () =>
    [
      pick([
        `'short'`,
        'null',
        `repeat('long ', 3000)`,
        `repeat(md5('x'), 40000)`,
        `E'\\x01\\t"\\\\'`,
      ]),
      pick([`'{"a": "\\u0000"}'`, `'[1, {"b": null}]'`, `' null '`, 'null']),
      pick([`'NaN'`, '1.50', `'-Infinity'`, 'null']),
      pick([`'\\x00ff'`, 'null', `decode(repeat('ab', 5000), 'hex')`]),
      pick([`timestamptz 'infinity'`, `timestamptz '0044-03-15 12:00+00 BC'`, 'null']),
      pick([`array['a', null]`, `'[0:1]={x,y}'::text[]`, 'null']),
    ].join(', ')

  return pick([
    `insert into %.parents values (${id()}, ${values()})`,
    `insert into %.parents values (${id()}, ${values()}) on conflict (id) do update set note = excluded.note, data = excluded.data`,
    `insert into %.parents values (${id()}, ${values()}) on conflict do nothing`,
    `insert into %.children values (${id()}, ${id()}) on conflict (id) do update set parent = excluded.parent`,
    `insert into %.loose values (${id()}, ${id()}) on conflict (id) do update set parent = excluded.parent`,
    `update %.parents set note = note || '!' where id < ${id()}`,
    `update %.parents set id = ${id()} where id = ${id()}`,
    `delete from %.parents where id = ${id()}`,
    `delete from %.children where id > ${id()} returning *`,
    `insert into %.parts select n, mod(n, 2), 'x' from generate_series(${id()}, ${id() + 3}) as n on conflict do nothing`,
    `update %.parts set half = 1 - half where id = ${id()}`,
    `merge into %.parts using (values (${id()}, 0, 'm')) as new (id, half, note) on parts.id = new.id and parts.half = new.half
       when matched and parts.note = 'm' then delete when matched then update set note = new.note
       when not matched then insert values (new.id, new.half, new.note)`,
    `with gone as (delete from %.parts where id = ${id()} returning id) insert into %.spare select id from gone on conflict do nothing`,
    'select 1 / 0',
  ])
}

function pickerOf(start: number): Pick {
  let state = Math.imul(start, 2_654_435_761) | 0

  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return from[(state >>> 8) % from.length] as (typeof from)[number]
  }
}
