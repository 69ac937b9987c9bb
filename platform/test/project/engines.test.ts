// Over both databases: extensions, roles and rights differ between them.

import { expect, test } from 'vitest'
import { clientOf, newProject } from './test-project.ts'

const BOATS = `
  create table public.boats (id int primary key, name text not null);
  grant select on public.boats to anon, authenticated, service_role;
`

test('a project is migrated, seeded once and served to the official client', async () => {
  const project = await newProject({
    'migrations/20260101000000_boats.sql': BOATS,
    'migrations/20260102000000_more.sql': `insert into public.boats values (1, 'Ferry');
      select uuid_generate_v4(), extensions.crypt('a', gen_salt('bf'));`,
    'migrations/notes.txt': 'no migration',
    'seed.sql': `insert into public.boats values (2, 'Tug; $$');`,
  })
  const first = await project.start()
  first.stop()
  await first.ended

  const second = await project.start()
  const { data } = await clientOf(second.printed()).from('boats').select('id, name').order('id')

  expect(data).toEqual([
    { id: 1, name: 'Ferry' },
    { id: 2, name: 'Tug; $$' },
  ])
})

test('an extension that the database does not have is refused before anything runs', async () => {
  const project = await newProject({
    'migrations/1_boats.sql': BOATS,
    'migrations/2_cron.sql': '-- jobs\ncreate extension\n  if not exists pg_cron;',
  })

  const refused = await project.run('migrate', 'up')
  const listed = await project.run('migrate', 'list')

  expect(refused.complaint).toBe(
    'migrations/2_cron.sql, line 2: the extension pg_cron is not available in this database. It belongs to the hosted platform: remove the statement, and what uses it.',
  )
  expect(`${listed.printed}${listed.complaint}`).not.toContain(' applied')
})

test('statements that a dump of a hosted project has are understood', async () => {
  const project = await newProject({ 'migrations/1_dump.sql': DUMP })

  const { stop, ended, printed } = await project.start()
  const client = clientOf(printed(), 'SERVICE_ROLE_KEY')
  const { data, error } = await client.from('boats').insert({ name: 'Ferry' }).select('code, name')
  stop()

  expect(error).toBeNull()
  expect(data).toEqual([{ code: expect.stringMatching(/^[0-9a-f]{8}$/), name: 'Ferry' }])
  expect(await ended).toBe(0)
})

const DUMP = `
  set statement_timeout = 0;
  comment on schema public is 'standard public schema';
  create extension if not exists "uuid-ossp" with schema "extensions";
  create extension if not exists "pgcrypto" with schema "extensions";
  do $$ begin execute 'select 1'; end $$;
  create table if not exists "public"."boats" (
    "id" uuid default "extensions"."uuid_generate_v4"() primary key,
    "code" text not null default encode(gen_random_bytes(4), 'hex'),
    "name" text
  );
  alter table "public"."boats" owner to "postgres";
  alter table "public"."boats" enable row level security;
  create function "public"."count_boats"() returns bigint language sql
    begin atomic select count(*) from public.boats; end;
  alter function "public"."count_boats"() owner to "postgres";
  alter publication "supabase_realtime" owner to "postgres";
  alter publication "supabase_realtime" add table only "public"."boats";
  grant usage on schema "public" to "postgres", "anon", "authenticated", "service_role";
  grant all on table "public"."boats" to "postgres", "anon", "authenticated", "service_role";
  alter default privileges for role "postgres" in schema "public" grant all on tables to "anon";
  alter default privileges for role "supabase_admin" in schema "public" grant all on tables to "anon";
  create trigger touched before update on auth.users for each row execute function suppress_redundant_updates_trigger();
  create policy "mine" on storage.objects for select to authenticated using (owner_id = auth.uid()::text);
  reset all;
`
