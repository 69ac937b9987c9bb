import { expect, test } from 'vitest'
import { kindOf } from './statement-kind.ts'

test.each([
  ['create extension if not exists "uuid-ossp" with schema extensions', 'uuid-ossp'],
  ['/* a */ CREATE EXTENSION pgcrypto', 'pgcrypto'],
  ['alter extension pgcrypto update', null],
  [`comment on extension pgcrypto is 'x'`, null],
  ['create role reporter', null],
  ['alter user reporter noinherit', null],
])('%s runs with the rights of the address', (text, extension) => {
  expect(kindOf(text)).toEqual({ run: 'configured', text, extension })
})

test.each([
  'alter table "public"."boats" owner to "postgres"',
  'ALTER FUNCTION f(a int) OWNER TO supabase_admin',
  'alter default privileges for role supabase_admin grant all on tables to anon',
])('%s is skipped', (text) => {
  expect(kindOf(text)).toEqual({ run: 'skip' })
})

test.each([
  'create user mapping for public server s',
  'alter table boats owner to captain',
  'alter table boats add owner text',
  'create table extension (role text)',
  'alter default privileges in schema public grant all on tables to anon',
  "select 'create extension x'",
])('%s runs as the login role', (text) => {
  expect(kindOf(text)).toEqual({ run: 'login', text })
})

test('data of a COPY is refused, which a client would wait for without end', () => {
  expect(kindOf('copy public.boats (id) FROM stdin')).toMatchObject({ run: 'refuse' })
  expect(kindOf('copy public.boats to stdout')).toMatchObject({ run: 'login' })
})

test('default privileges of postgres become those of the login role', () => {
  expect(
    kindOf(
      'alter default privileges FOR ROLE "postgres" in schema public grant all on tables to anon',
    ),
  ).toEqual({
    run: 'login',
    text: 'alter default privileges in schema public grant all on tables to anon',
  })
})
