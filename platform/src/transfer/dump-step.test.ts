import { expect, test } from 'vitest'
import { stepFor } from './dump-step.ts'

const exists = (role: string) => ['anon', 'postgres', 'reporter'].includes(role)
const stepOf = (text: string) => stepFor(text, exists)

test.each([
  'CREATE SCHEMA IF NOT EXISTS "auth"',
  'CREATE TABLE IF NOT EXISTS "auth"."users" ("id" "uuid")',
  'CREATE INDEX "x" ON "auth"."users" USING "btree" ("id")',
  'ALTER TABLE ONLY "storage"."objects" ADD CONSTRAINT "x" PRIMARY KEY ("id")',
  'CREATE FUNCTION "auth"."uid"() RETURNS "uuid" LANGUAGE "sql" AS $$ select 1; $$',
  'CREATE TRIGGER "t" BEFORE UPDATE ON "storage"."objects" FOR EACH ROW EXECUTE FUNCTION "storage"."touch"()',
  'CREATE PUBLICATION "supabase_realtime" WITH (publish = \'insert\')',
  'GRANT ALL ON TABLE "auth"."users" TO "anon"',
  'GRANT USAGE ON SCHEMA "auth" TO "anon"',
  'GRANT "reporter" TO "authenticator" GRANTED BY "supabase_admin"',
  'ALTER ROLE "anon" SET "statement_timeout" TO \'3s\'',
  'ALTER DEFAULT PRIVILEGES FOR ROLE "supabase_admin" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon"',
  `SELECT pg_catalog.setval('"auth"."refresh_tokens_id_seq"', 5, true)`,
  'SET row_security = off',
  'ALTER TABLE "public"."boats" DISABLE TRIGGER ALL',
])('%s is left to this platform', (text) => {
  expect(stepOf(text)).toEqual({ do: 'ignore' })
})

test.each([
  ['ALTER TABLE "public"."boats" OWNER TO "captain"', { do: 'owner' }],
  ['CREATE ROLE "nobody"', { do: 'role', name: 'nobody', isNew: true }],
  ['ALTER ROLE "nobody" WITH SUPERUSER', { do: 'role', name: 'nobody', isNew: false }],
  [
    'CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions"',
    { do: 'extension', name: 'pg_net' },
  ],
  [
    'CREATE EVENT TRIGGER "x" ON "ddl_command_end" EXECUTE FUNCTION "public"."f"()',
    { do: 'leave' },
  ],
  ['GRANT SELECT ON TABLE "public"."boats" TO "nobody"', { do: 'leave', what: 'role nobody' }],
  [
    'CREATE POLICY "on to" ON "public"."boats" TO "nobody" USING (true)',
    { do: 'leave', what: 'policy on to on boats' },
  ],
  [
    'insert into "public"."boats" ("id", "na,me") values (1)',
    { do: 'rows', columns: ['id', 'na,me'], format: 'insert' },
  ],
  [
    'COPY "public"."boats" ("id", "a)b") FROM stdin',
    { do: 'rows', columns: ['id', 'a)b'], format: 'copy' },
  ],
])('%s has a step of its own', (text, step) => {
  expect(stepOf(text)).toMatchObject(step)
})

test.each([
  [
    'GRANT SELECT ON TABLE "public"."boats" TO "nobody", "anon"',
    'GRANT SELECT ON TABLE "public"."boats" TO "anon"',
  ],
  [
    'CREATE POLICY "p" ON "public"."boats" FOR SELECT TO "anon", "nobody" USING ((name <> \'to nobody\'))',
    'CREATE POLICY "p" ON "public"."boats" FOR SELECT TO "anon" USING ((name <> \'to nobody\'))',
  ],
  [
    'ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES  TO "anon"',
    'ALTER DEFAULT PRIVILEGES  IN SCHEMA "public" GRANT ALL ON TABLES  TO "anon"',
  ],
  ...[
    'GRANT ALL ON SCHEMA "public" TO PUBLIC',
    'CREATE TRIGGER "t" AFTER INSERT ON "auth"."users" FOR EACH ROW EXECUTE FUNCTION "public"."f"()',
    'CREATE POLICY "own" ON "storage"."objects" USING (("owner" = "auth"."uid"()))',
    'ALTER TABLE ONLY "public"."p" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "auth"."users"("id")',
    'ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."boats"',
    'CREATE TABLE "public"."owner" ("to" "text", "auth.users" "text")',
    `SELECT pg_catalog.set_config('search_path', '', false)`,
    `SELECT pg_catalog.setval('"public"."boats_id_seq"', 5, true)`,
    'COMMENT ON TABLE "public"."boats" IS \'auth.users\'',
  ].map((text) => [text, text]),
])('%s runs', (text, run) => {
  expect(stepOf(text ?? '')).toEqual({ do: 'run', text: run })
})

test.each([
  ['CREATE SCHEMA "ops"', /the schema ops is one of this platform's own/],
  ['CREATE TABLE "jobs"."queue" ()', /the schema jobs is one/],
  [`SET client_encoding = 'LATIN1'`, /not in UTF-8/],
  ['COPY "public"."boats" FROM PROGRAM \'id\'', /only COPY … FROM stdin/],
  ['COPY "public"."boats" FROM stdin WITH (FORMAT csv)', /text format only/],
])('%s is refused', (text, told) => {
  expect(() => stepOf(text)).toThrow(told)
})
