// Over both databases: what PostgreSQL shows a caller is what that caller is told.

import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import type { Caller } from '#realtime/changes/changes-feed.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { loginRole } from '#test/login-role.ts'
import { randomCases } from '#test/random-cases.ts'
import { anon, changesServer, listenTo, member } from './changes-server.ts'

const CASES = randomCases({ usual: 6, all: 60 })
const WRITES = 15
const IDS = 4
const COLUMNS = ['id', 'owner', 'level', 'note', 'data', 'tags', 'price', 'at']
const FIRST = '00000000-0000-4000-8000-000000000001'
const SECOND = '00000000-0000-4000-8000-000000000002'
const CALLERS: Caller[] = [member(FIRST), member(SECOND), anon]

const CONDITIONS = [
  'true',
  'false',
  'owner = (select auth.uid())',
  'owner is distinct from auth.uid()',
  'level > 1',
  'level < 3 and note is not null',
  `note like 'a%'`,
  'exists (select from public.allowed where allowed.id = docs.id and allowed.who = auth.uid())',
  'docs.level in (select level from public.allowed where who = (select auth.uid()))',
  `data ->> 'k' = 'v'`,
  `tags && array['x']`,
  'price between 1 and 2.5',
  `at > timestamptz '2026-01-01 00:00+00'`,
  'public.is_good(docs)',
  `auth.jwt() ->> 'role' = 'anon'`,
  'case when level = 0 then note is null else 6 / level > 2 end',
]
const TO = ['', 'to authenticated', 'to anon', 'to anon, authenticated']

const server = forThisFile(async (atEnd) => {
  const opened = await changesServer(atEnd)
  await opened.run(`
    create table public.docs (id integer primary key, owner uuid, level integer, note text, data jsonb, tags text[], price numeric, at timestamptz);
    alter table public.docs replica identity full;
    create table public.allowed (id integer, level integer, who uuid);
    create table public.marks (id integer primary key);
    alter table public.allowed enable row level security;
    create policy "own" on public.allowed for select using (who = auth.uid());
    create function public.is_good(doc public.docs) returns boolean language sql stable as $$ select doc.level + 0 > 0 and doc.note <> 'b' $$;
    grant select on public.allowed, public.marks to anon, authenticated;
    alter publication supabase_realtime add table public.docs, public.marks;
    insert into public.allowed values (1, 1, '${FIRST}'), (2, 2, '${SECOND}'), (3, 3, '${FIRST}')`)
  return opened
})

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)
let mark = 0

test.each(Array.from({ length: CASES }, (_, i) => seed + i))(
  'random policies and writes, RANDOM_SEED=%i',
  async (start) => {
    const { feed, run, db } = server()
    const pick = pickerOf(start)
    const granted = ['id', ...COLUMNS.slice(1).filter(() => pick([true, true, false]))]
    await run(schemaOf(pick, granted))
    const listeners = await Promise.all(
      CALLERS.map((caller) => listenTo(feed, [{ table: 'docs' }, { table: 'marks' }], caller)),
    )

    for (let i = 0; i < WRITES; i++) {
      const versions = await write(pick)
      mark += 1
      await run(`insert into public.marks values (${mark})`)
      for (const [n, listener] of listeners.entries()) {
        const told = (
          await listener.takeUntil(({ table, record }) => table === 'marks' && record?.id === mark)
        ).filter(({ table }) => table === 'docs')
        const expected = []
        for (const version of versions)
          if (await mayRead(CALLERS[n] as Caller, version)) expected.push(shown(version, granted))
        expect(
          told.map(({ type, record, old_record }) => ({ type, row: record ?? old_record })),
        ).toEqual(expected)
      }
    }

    async function write(choose: typeof pick): Promise<Version[]> {
      const watcher = await listenTo(feed, [{ table: 'docs' }, { table: 'marks' }], {
        role: loginRole(),
        claims: {},
      })
      mark += 1
      const statements = Array.from({ length: choose([1, 1, 2, 3]) }, () => statementOf(choose))
      await run(
        `begin; ${statements.join('; ')}; insert into public.marks values (${mark}); commit`,
      )
      const all = await watcher.takeUntil(
        ({ table, record }) => table === 'marks' && record?.id === mark,
      )
      watcher.subscription.end()
      return all
        .filter(({ table }) => table === 'docs')
        .map(({ type, record, old_record }) => ({ type, row: (record ?? old_record) as Row }))
    }

    /** Whether a SELECT by key shows the row as it is in this version. */
    async function mayRead(caller: Caller, { row: version }: Version): Promise<boolean> {
      let isVisible = false
      const undone = new Error('undone')
      await db
        .as(theServer, async (sql) => {
          await sql.query('delete from public.docs where id = $1', [version.id])
          await sql.query(
            'insert into public.docs select * from jsonb_populate_record(null::public.docs, $1)',
            [JSON.stringify(version)],
          )
          await sql.query(
            `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
            [JSON.stringify(caller.claims), caller.role],
          )
          const { rows } = await sql.query('select id from public.docs where id = $1', [version.id])
          isVisible = rows.length > 0
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error
        })
      return isVisible
    }
  },
)

type Row = Record<string, unknown> & { id: number }
type Version = { type: string; row: Row }

function shown({ type, row }: Version, granted: readonly string[]) {
  const names = type === 'DELETE' ? ['id'] : granted

  return { type, row: Object.fromEntries(names.map((name) => [name, row[name]])) }
}

type Pick = <T>(from: readonly T[]) => T

function schemaOf(pick: Pick, granted: readonly string[]): string {
  const policies = Array.from({ length: pick([1, 2, 3]) }, (_, i) => {
    const kind = i > 0 && pick([true, false]) ? 'restrictive' : 'permissive'
    return `create policy "p${i}" on public.docs as ${kind} for ${pick(['select', 'all'])} ${pick(TO)} using (${pick(CONDITIONS)})`
  })

  return `
    truncate public.docs;
    do $$ declare name text; begin
      for name in select polname from pg_policy where polrelid = 'public.docs'::regclass and polname like 'p%' loop
        execute format('drop policy %I on public.docs', name);
      end loop;
    end $$;
    alter table public.docs enable row level security;
    revoke all on public.docs from anon, authenticated;
    grant select (${granted.join(', ')}) on public.docs to anon, authenticated;
    ${policies.join(';\n')}`
}

function statementOf(pick: Pick): string {
  const id = pick(Array.from({ length: IDS }, (_, i) => i + 1))
  const values = [
    pick([`'${FIRST}'`, `'${SECOND}'`, 'null']),
    pick(['0', '1', '2', '3', 'null']),
    pick([`'a'`, `'abc'`, `'b'`, 'null']),
    pick([`'{"k": "v"}'`, `'{"k": 1}'`, 'null', `'[]'`]),
    pick([`array['x', 'y']`, `array['y']`, `'{}'`, 'null']),
    pick(['1', '2.50', '3', 'null']),
    pick([`'2026-01-01 00:00+00'`, `'2026-05-05 10:00+02'`, 'null']),
  ]
  const insert = `insert into public.docs values (${id}, ${values.join(', ')})`
  const changes = COLUMNS.slice(1).map((name) => `${name} = excluded.${name}`)

  return pick([
    `${insert} on conflict (id) do update set ${changes.join(', ')}`,
    `${insert} on conflict (id) do update set ${changes.join(', ')}`,
    `delete from public.docs where id = ${id}`,
  ])
}

function pickerOf(start: number): Pick {
  let state = Math.imul(start, 2_654_435_761) | 0

  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return from[(state >>> 8) % from.length] as (typeof from)[number]
  }
}
