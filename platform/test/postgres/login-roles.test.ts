import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { type PostgresServer, runSql, startPostgres } from '#test/databases/postgres-server.ts'
import { startTestServer } from '#test/test-server.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'
const ROLES = readFileSync(join(schema.platformSql, 'roles.sql'), 'utf8')

test('an owner that may create roles is enough on a fresh server, inheriting or not', async () => {
  for (const inheritance of ['inherit', 'noinherit']) {
    const server = await freshServer()
    await runSql(
      server.url('postgres'),
      `create role gitferry login createrole ${inheritance}`,
      'create database gitferry owner gitferry',
    )

    const served = await serveFrom(server.url('gitferry', 'gitferry'))

    expect(served).toEqual(WHOLE)
    expect(await rolesOf(server)).toEqual(['anon', 'authenticated', 'gitferry', 'service_role'])
  }
})

test('the documented login of a managed server is enough, and so is the documented owner alone', async () => {
  for (const statements of documentedSql()) {
    const server = await freshServer()
    await runSql(server.url('postgres'), 'create role administrator login createrole createdb')
    await runSql(server.url('postgres', 'administrator'), ...statements)

    expect(await serveFrom(server.url('gitferry', 'gitferry'))).toEqual(WHOLE)
  }
  expect(documentedSql()).toHaveLength(2)
})

test('roles.sql, run by hand without a superuser, makes a login that is enough', async () => {
  const server = await freshServer()
  await runSql(
    server.url('postgres'),
    'create role administrator login createrole createdb',
    'create database gitferry owner administrator',
  )
  await runSql(
    server.url('gitferry', 'administrator'),
    `set platform.server_role = 'gitferry_server'`,
    ROLES,
    ROLES,
  )

  const served = await serveFrom(server.url('gitferry', 'gitferry_server'))

  expect(served).toEqual({ ...WHOLE, me: 'gitferry_server' })
})

test('a superuser’s address works as the login role of the program', async () => {
  const server = await freshServer()

  const served = await serveFrom(server.url('postgres'))

  expect(served).toEqual({ ...WHOLE, me: 'test_server' })
})

test('a login that lacks rights is told which', async () => {
  const server = await freshServer()
  await runSql(
    server.url('postgres'),
    'create role bare login',
    'create role anon',
    'grant anon to bare',
    'create database gitferry',
  )

  await expect(serveFrom(server.url('gitferry', 'bare'))).rejects.toThrow(
    'This login lacks rights (SET ROLE authenticated, SET ROLE service_role, CREATE on the database, CREATE on schema public): ' +
      'run platform/sql/roles.sql once on this database',
  )
})

test('BYPASSRLS of an earlier version is taken away once nothing else can depend on it', async () => {
  const server = await freshServer()
  const url = server.url('postgres')
  await runSql(
    url,
    'create role service_role nologin noinherit bypassrls',
    'create role authenticator login noinherit',
    'grant service_role to authenticator',
  )
  const start = async () => {
    const served = await serveFrom(url)
    return [served, await mayBypass(server)]
  }
  const whole = { ...WHOLE, me: 'test_server' }

  const besideOtherLogin = await start()
  await runSql(url, 'drop role authenticator', 'create database older owner test_server')
  const besideOtherDatabase = await start()
  await runSql(
    url,
    'drop database older',
    'create table public.foreign_rows ()',
    'alter table public.foreign_rows enable row level security',
  )
  const besideOtherTable = await start()
  await runSql(url, 'drop table public.foreign_rows')
  const alone = await start()

  expect(besideOtherLogin).toEqual([whole, true])
  expect(besideOtherDatabase).toEqual([whole, true])
  expect(besideOtherTable).toEqual([whole, true])
  expect(alone).toEqual([whole, false])
})

test('beside Supabase, whose service role may bypass row security, the login it gives is enough', async () => {
  const server = await freshServer()
  await runSql(
    server.url('postgres'),
    'create role customer login createrole createdb bypassrls',
    'create role anon nologin noinherit',
    'create role authenticated nologin noinherit',
    'create role service_role nologin noinherit bypassrls',
    'create role authenticator login noinherit',
    'grant anon, authenticated, service_role to authenticator',
    'grant anon, authenticated, service_role to customer with admin option',
  )
  await runSql(server.url('postgres', 'customer'), 'create database gitferry')

  expect(await serveFrom(server.url('gitferry', 'customer'))).toEqual({ ...WHOLE, me: 'customer' })
  expect(await mayBypass(server)).toBe(true)
})

test('a table in use is waited for in short turns: its readers go on, and the start succeeds in the end', async () => {
  const server = await freshServer()
  const url = server.url('postgres')
  const open = () =>
    openDatabase({ location: { kind: 'postgres', url }, schema, clock: machineClock })
  await (await open()).close()
  await runSql(url, 'drop policy "service_role passes" on public.notes')
  const holder = await connect(url)
  await holder.query('begin; select from public.notes')
  const waiting = async () =>
    (
      await ask(
        server,
        `select from pg_locks where relation = 'public.notes'::regclass and not granted`,
      )
    ).length

  const opening = open()
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 20_000)
  // Queues behind the waiting start, until that gives up its turn.
  await runSql(url, 'select from public.notes')
  await holder.query('commit')
  await (await opening).close()

  expect(await ask(server, PASSING_NOTES)).toHaveLength(1)
})

const PASSING_NOTES = `select from pg_policies where tablename = 'notes' and policyname = 'service_role passes'`

const WHOLE = {
  me: 'gitferry',
  isSuperuser: false,
  statuses: [201, 200, 200, 200, 401],
  rows: [{ text: 'by the service' }],
}

/** Opens the database twice, as a restart does, and uses each API role through a real server. */
async function serveFrom(url: string) {
  const open = () =>
    openDatabase({ location: { kind: 'postgres', url }, schema, clock: machineClock })
  await (await open()).close()
  const db = await open()
  onTestFinished(() => db.close())
  const server = await startTestServer({ db, env: { SECRET_KEY, AUTH_AUTOCONFIRM: 'true' } })
  const call = (path: string, body?: object, key = SECRET_KEY) =>
    fetch(`${server.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', apikey: key },
      ...(body && { body: JSON.stringify(body) }),
    })
  const email = `${randomUUID()}@example.test`

  await db.ask(theServer, { text: 'delete from public.announcements' })
  const added = await call('/rest/v1/announcements', { text: 'by the service' })
  const signedUp = await call('/auth/v1/signup', { email, password: 'correct horse 1' })
  const { access_token: token } = (await signedUp.json()) as { access_token: string }
  const own = await fetch(`${server.url}/rest/v1/notes`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const readByVisitor = await fetch(`${server.url}/rest/v1/announcements?select=text`)
  const refused = await fetch(`${server.url}/rest/v1/notes`)
  const { rows } = await db.ask<{ me: string; isSuperuser: boolean }>(theServer, {
    text: `select current_user as me, rolsuper as "isSuperuser" from pg_roles where rolname = current_user`,
  })
  await server.stop()

  return {
    ...rows[0],
    statuses: [added, signedUp, own, readByVisitor, refused].map(({ status }) => status),
    rows: await readByVisitor.json(),
  }
}

async function freshServer(): Promise<PostgresServer> {
  const server = await startPostgres()
  onTestFinished(() => server.stop())

  return server
}

/** The statements of docs/operations.md for each way without a superuser. */
function documentedSql(): string[][] {
  const file = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url))
  const section = readFileSync(file, 'utf8').split('\n## ')[1] ?? ''

  return [...section.matchAll(/```sql\n(.*?)```/gs)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('create database'))
    .map((block) =>
      block
        .replaceAll(/--.*$/gm, '')
        .split(';')
        .filter((statement) => statement.trim() !== ''),
    )
}

const rolesOf = async (server: PostgresServer) =>
  (
    await ask<{ name: string }>(
      server,
      `select rolname as name from pg_roles where not rolsuper and rolname !~ '^pg_' and not rolbypassrls order by 1`,
    )
  ).map(({ name }) => name)

const mayBypass = async (server: PostgresServer) =>
  (
    await ask<{ bypass: boolean }>(
      server,
      `select rolbypassrls as bypass from pg_roles where rolname = 'service_role'`,
    )
  )[0]?.bypass

async function ask<Row extends pg.QueryResultRow>(server: PostgresServer, text: string) {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()

  return rows
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())

  return client
}
