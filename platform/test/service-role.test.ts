// Over both databases: the login role is taken on differently at the start.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { type Database, serviceRole, theServer, visitor } from '#db/database.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import type { Schema } from '#db/sql-files.ts'
import { schema } from '#test/databases/folders.ts'
import { forThisFile } from './for-this-file.ts'
import { type AtEnd, freshLocation } from './fresh-database.ts'
import { recycledDatabase } from './recycled-database.ts'

test('every table with row security lets the service role pass, and no role may bypass it', async () => {
  const db = await recycledDatabase()

  const closed = await ask(
    db,
    `select oid::regclass::text as name from pg_class
      where relrowsecurity and relkind in ('r', 'p') and not exists (
        select from pg_policies
         where schemaname = relnamespace::regnamespace::text and tablename = relname
           and permissive = 'PERMISSIVE' and roles = '{service_role}' and cmd = 'ALL' and qual = 'true' and with_check = 'true')`,
  )
  const bypassing = await ask(
    db,
    'select rolname from pg_roles where rolbypassrls and not rolsuper',
  )

  expect(closed).toEqual([])
  expect(bypassing).toEqual([])
})

/** One for two tests, neither of which uses the tables of the other. */
const withOthers = forThisFile(async (atEnd) =>
  open(await freshLocation(atEnd), folderWith(`${OTHERS}; ${RESTRICTED}`, atEnd), atEnd),
)

test('other people’s tables let the service role pass after a start; nobody else gains anything', async () => {
  const db = withOthers()

  await db.ask(serviceRole, { text: `insert into public.boats (name) values ('Ferry')` })
  const renamed = await db.ask(serviceRole, { text: `update public.boats set name = 'Raft'` })
  const seen = await db.ask(serviceRole, { text: 'select name from public.boats' })

  expect(renamed.rowCount).toBe(1)
  expect(seen.rows).toEqual([{ name: 'Raft' }])
  await expect(db.ask(visitor, { text: 'select name from public.boats' })).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    db.ask(serviceRole, { text: 'select engine from public.boats' }),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    db.ask(serviceRole, { text: 'select from public.unreachable' }),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    db.ask(serviceRole, { text: 'call ops.admit_service_role()' }),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a restrictive policy for everyone holds for everyone but the service role', async () => {
  const db = withOthers()
  const add = (caller: typeof visitor, harbour: string) =>
    db.ask(caller, { text: 'insert into public.berths (harbour) values ($1)', values: [harbour] })

  await add(serviceRole, 'far')
  await add(visitor, 'near')
  const refused = add(visitor, 'far')
  const seenBy = async (caller: typeof visitor) =>
    (await db.ask(caller, { text: 'select harbour from public.berths order by 1' })).rows

  await expect(refused).rejects.toMatchObject({ code: '42501' })
  expect(await seenBy(visitor)).toEqual([{ harbour: 'near' }])
  expect(await seenBy(serviceRole)).toEqual([{ harbour: 'far' }, { harbour: 'near' }])
})

test('letting the service role pass changes no grant, and a second start changes nothing at all', async () => {
  const location = await freshLocation()
  const first = await open(location, schema)
  await first.script(`${OTHERS}; ${RESTRICTED}`)
  const grants = await ask(first, GRANTS)
  await first.close()

  const second = await open(location, schema)
  const [grantsAfter, policies] = [await ask(second, GRANTS), await ask(second, POLICIES)]
  const seen = await second.ask(serviceRole, { text: 'select name from public.boats' })
  await second.close()
  const third = await open(location, schema)

  expect(seen.rows).toEqual([])
  expect(grantsAfter).toEqual(grants)
  expect(grants.length).toBeGreaterThan(100)
  expect(await ask(third, POLICIES)).toEqual(policies)
})

test('a policy of that name that was altered is put right, other policies stay as they are', async () => {
  const location = await freshLocation()
  const first = await open(location, schema)
  const [{ count } = { count: 0 }] = await ask<{ count: number }>(first, COUNT)
  await first.script(`
    alter policy "service_role passes" on public.notes using (false);
    drop policy "service_role passes" on storage.objects;
    create policy "all pass" on storage.objects to service_role, authenticated using (true)`)
  await first.close()

  const second = await open(location, schema)
  const [mended] = await ask(
    second,
    `select qual from pg_policies where tablename = 'notes' and policyname = 'service_role passes'`,
  )

  expect(mended).toEqual({ qual: 'true' })
  expect(await ask(second, COUNT)).toEqual([{ count }])
})

const OTHERS = `
  create table public.boats (id int generated always as identity, name text, engine text default 'sealed');
  alter table public.boats enable row level security;
  grant select (id, name), insert (name), update (name) on public.boats to service_role;
  grant select (name) on public.boats to anon;
  create table public.unreachable ();
  alter table public.unreachable enable row level security;
  create policy "whoever reaches it" on public.boats using (exists (select from public.unreachable))`

const RESTRICTED = `
  create schema maps;
  create table maps.near (harbour text);
  insert into maps.near values ('near');
  grant usage on schema maps to anon, service_role;
  grant select on maps.near to anon, service_role;
  create table public.berths (harbour text);
  alter table public.berths enable row level security;
  grant select, insert on public.berths to anon, service_role;
  create policy "visitors" on public.berths to anon using (true);
  create policy "near only" on public.berths as restrictive using (harbour in (select near.harbour from maps.near));
  create policy "near only, too" on public.berths as restrictive for insert with check (harbour in (select near.harbour from maps.near))`

const GRANTS = `
  select 'relation ' || oid::regclass as name, relacl::text as acl from pg_class
   where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  union all
  select 'column ' || attrelid::regclass || ' ' || attname, attacl::text from pg_attribute where attacl is not null
  union all
  select 'function ' || oid::regprocedure, proacl::text from pg_proc
   where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  union all
  select 'schema ' || nspname, nspacl::text from pg_namespace where nspname !~ '^pg_(temp|toast)'
  union all
  select 'member ' || roleid::regrole || ' of ' || member::regrole, admin_option::text from pg_auth_members
   order by 1, 2`

const POLICIES = `select oid, xmin::text, polname::text from pg_policy order by oid`
const COUNT = 'select count(*)::int from pg_policy'

async function ask<Row = Record<string, unknown>>(db: Database, text: string): Promise<Row[]> {
  return (await db.ask<Row>(theServer, { text })).rows
}

async function open(
  location: DatabaseLocation,
  which: Schema,
  atEnd: AtEnd = onTestFinished,
): Promise<Database> {
  const db = await openDatabase({ location, schema: which, clock: machineClock })
  let open = true
  const close = async () => {
    if (open) await db.close()
    open = false
  }
  atEnd(close)

  return { ...db, close }
}

/** The tests' own migrations and one more. */
function folderWith(text: string, atEnd: AtEnd): Schema {
  const migrations = mkdtempSync(join(tmpdir(), 'platform-sql-'))
  atEnd(() => rmSync(migrations, { recursive: true, force: true }))
  cpSync(schema.migrations ?? '', migrations, { recursive: true })
  writeFileSync(join(migrations, '9001_more.sql'), text)

  return { ...schema, migrations }
}
