import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { runSql, startPostgres } from '#test/databases/postgres-server.ts'

export const FILES: Record<string, string> = {
  a: 'a file',
  'a/b.txt': 'one below its name',
  'sp ace/c.txt': 'with a space',
}

/** A PostgreSQL server with a database as the hosted platform has it, and somebody's project in it. */
export async function hostedProject() {
  const server = await startPostgres()
  const url = server.url('postgres')
  await runSql(url, PLATFORM)
  await runSql(url, await projectSql())
  const dump = (...options: string[]) =>
    execFileSync('pg_dump', ['--quote-all-identifiers', ...options, url], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })

  return {
    url,
    stop: () => server.stop(),
    /** As `supabase db dump` writes them, with the guards of newer programs. */
    writeDump: (folder: string) => {
      const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
      const schema = dump('--schema-only', ...EXCLUDED)
      const rows = dump(
        ...['--data-only', '--column-inserts', '--rows-per-insert=100000'],
        ...['--exclude-schema=vault', '--exclude-table=auth.schema_migrations'],
      )
      write('roles.sql', 'CREATE ROLE "reporter";\nRESET ALL;\n')
      write(
        'schema.sql',
        `${schema.replace('\nSET ', '\n\\restrict abc\n\nSET ')}\n\\unrestrict abc\nRESET ALL;\n`,
      )
      write('data.sql', `SET session_replication_role = replica;\n\n${rows}RESET ALL;\n`)
      write('changes.sql', `${ON_SIGNUP}\n${OWN_PHOTOS}\n`)
    },
  }
}

const EXCLUDED = ['auth', 'storage', 'vault', 'cron', 'extensions'].map(
  (name) => `--exclude-schema=${name}`,
)

// What `supabase db diff --schema auth,storage` finds: a dump leaves both schemas out.
const ON_SIGNUP =
  'create trigger on_signup after insert on auth.users for each row execute function public.add_profile();'
const OWN_PHOTOS =
  'create policy "own photos" on storage.objects for select to authenticated using (owner_id = auth.uid()::text);'

const PLATFORM = `
  create role anon; create role authenticated; create role service_role; create role reporter; create role captain;
  create role supabase_admin; create role supabase_auth_admin; create role dashboard_user;
  create schema auth authorization supabase_admin;
  create schema storage authorization supabase_admin;
  create schema extensions; create schema vault; create schema cron; create schema supabase_migrations;
  create extension pgcrypto with schema extensions;
  create extension "uuid-ossp" with schema extensions;
  create extension hstore with schema extensions;
  create publication supabase_realtime;
  grant usage on schema auth, storage to supabase_auth_admin, authenticated;

  create table auth.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, confirmation_token varchar(255) default '',
    raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz,
    updated_at timestamptz, phone text unique, phone_confirmed_at timestamptz,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    banned_until timestamptz, is_sso_user boolean not null default false, deleted_at timestamptz,
    is_anonymous boolean not null default false, a_column_of_next_year text
  );
  create table auth.identities (
    provider_id text not null, user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null,
    provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored, id uuid primary key default gen_random_uuid()
  );
  create table auth.mfa_factors (
    id uuid primary key, user_id uuid not null references auth.users on delete cascade, friendly_name text,
    factor_type text not null, status text not null, created_at timestamptz not null, updated_at timestamptz not null, secret text
  );
  create table auth.sessions (id uuid primary key, user_id uuid not null references auth.users on delete cascade);
  create table auth.schema_migrations (version text primary key);
  create function auth.uid() returns uuid language sql stable as $$ select current_setting('request.jwt.claim.sub', true)::uuid $$;
  create function auth.touch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger touch before update on auth.users for each row execute function auth.touch();
  alter table auth.users owner to supabase_auth_admin;
  create table storage.buckets (
    id text primary key, name text not null, owner uuid, created_at timestamptz default now(), updated_at timestamptz default now(),
    public boolean default false, avif_autodetection boolean default false, file_size_limit bigint, allowed_mime_types text[],
    owner_id text, type text not null default 'STANDARD'
  );
  create table storage.objects (
    id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
    created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz default now(),
    metadata jsonb, path_tokens text[] generated always as (string_to_array(name, '/')) stored, version text, owner_id text,
    user_metadata jsonb
  );
  alter table storage.objects enable row level security;
  create function storage.foldername(name text) returns text[] language sql as $$ select string_to_array(name, '/') $$;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), secret text);
  insert into vault.secrets (secret) values ('sealed');
  create table cron.job (jobid bigint primary key, command text);
  insert into cron.job values (1, 'select 1');
  insert into auth.schema_migrations values ('1');
`

const ADA = '11111111-1111-4111-8111-111111111111'
const BOB = '22222222-2222-4222-8222-222222222222'
const EVE = '33333333-3333-4333-8333-333333333333'

export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

async function projectSql(): Promise<string> {
  const ofAda = (await bcrypt('secret-of-ada', 4)).replace(/^\$2b/, '$2a')
  const ofBob = await argon2('secret-of-bob', { memoryCost: 64, timeCost: 1 })
  const user = (id: string, email: string, hash: string, banned = 'null') =>
    `('00000000-0000-0000-0000-000000000000', '${id}', 'authenticated', 'authenticated', '${email}', '${hash}', now(),
      '{"provider":"email","providers":["email"]}', '{"nick":"${email}"}', now(), now(), ${banned})`
  const users = [
    user(ADA, 'ada@example.test', ofAda),
    user(BOB, 'bob@example.test', ofBob),
    user(EVE, 'eve@example.test', ofAda, `'2999-01-01'`),
  ]
  const files = Object.entries(FILES).map(([name, text]) => {
    const md5 = createHash('md5').update(text).digest('hex')
    const facts = {
      eTag: `"${md5}"`,
      size: text.length,
      mimetype: 'text/plain',
      cacheControl: 'max-age=3600',
    }
    return `('photos', '${name}', '${ADA}', '${ADA}', '${JSON.stringify(facts)}')`
  })

  return `
  create type public.rig as enum ('sloop', 'ketch');
  create table public.profiles (
    id uuid primary key references auth.users on delete cascade, nick text, marks extensions.hstore
  );
  create table public.boats (
    id bigint generated always as identity primary key, name text not null, rig public.rig default 'sloop',
    length numeric(5, 2), doubled numeric generated always as (length * 2) stored, code uuid default extensions.uuid_generate_v4(),
    raw bytea, tags text[], facts jsonb, seen timestamptz, owner_id uuid references public.profiles,
    parent bigint references public.boats deferrable initially deferred
  );
  create index boats_by_name on public.boats (lower(name));
  create table public.logs (day date not null, text text) partition by range (day);
  create table public.logs_2026 partition of public.logs for values from ('2026-01-01') to ('2027-01-01');
  alter table public.boats owner to captain;
  alter table public.boats enable row level security;
  create policy "everybody reads" on public.boats for select to anon, authenticated, reporter using (true);
  create policy "reporters write" on public.boats for insert to reporter with check (true);
  create policy "owners change" on public.boats for update using (owner_id = auth.uid());
  grant select on public.boats to anon, authenticated, reporter;
  grant all on public.boats, public.profiles to service_role;
  create view public.long_boats as select id, name from public.boats where length > 10;
  create materialized view public.boat_counts as select rig, count(*) from public.boats group by rig;
  create function public.greet(name text default 'a;b') returns text language plpgsql as $$
    begin
      -- a comment; with a semicolon
      return 'Hello; ' || name;
    end;
  $$;
  create function public.add_profile() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.profiles (id, nick) values (new.id, 'by trigger');
      return new;
    end;
  $$;
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
                          raw_user_meta_data, created_at, updated_at, banned_until)
  values ${users.join()};
  ${ON_SIGNUP}
  insert into auth.identities (provider_id, user_id, identity_data, provider)
  values ('${ADA}', '${ADA}', '{"sub":"${ADA}","email":"ada@example.test"}', 'email'),
         ('4711', '${BOB}', '{"sub":"4711","email":"bob@example.test"}', 'github');
  insert into auth.mfa_factors values
    ('44444444-4444-4444-8444-444444444444', '${ADA}', 'phone', 'totp', 'verified', now(), now(), '${TOTP_SECRET}'),
    ('55555555-5555-4555-8555-555555555555', '${BOB}', 'phone', 'totp', 'verified', now(), now(), '{"key_id":"k","data":"x"}');
  insert into auth.sessions values (gen_random_uuid(), '${ADA}');
  insert into public.profiles values ('${ADA}', 'Ada', 'a=>1, b=>NULL'), ('${BOB}', null, null);
  insert into public.boats (name, rig, length, raw, tags, facts, seen, owner_id, parent) values
    (E'tab\\there\\nline \\\\N \\\\. ''quoted'' $$ ; 🚢', 'ketch', 12.5, '\\x00ff5c', '{a,"b c",NULL}', '{"a":"\\\\"}',
     '2026-01-02 03:04:05.678901+02', '${ADA}', 2),
    ('\\N', 'sloop', null, null, '{}', 'null', null, null, 1);
  insert into public.logs values ('2026-05-05', 'a log');
  refresh materialized view public.boat_counts;
  alter publication supabase_realtime add table public.boats;
  insert into storage.buckets (id, name, public) values ('photos', 'photos', false);
  insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ${files.join()};
  ${OWN_PHOTOS}
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text, created_by text);
  `
}
