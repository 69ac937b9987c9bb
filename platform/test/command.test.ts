// Runs on both databases: they start and stop differently.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import '#test/databases/given.ts'
import { freePort } from '#test/databases/free-port.ts'
import { forThisFile } from '#test/for-this-file.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import { runPlatform } from '#test/programs/run-command.ts'

const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'

test('the command serves anybody’s SQL and functions to the official client', async () => {
  const { url, stop, ended } = await serve({ AUTH_AUTOCONFIRM: 'true' })
  // Node 20 has no WebSocket, and nothing here needs one.
  const realtime = { transport: class {} as never }
  const client = createClient(url, PUBLISHABLE_KEY, { realtime })

  const refused = await client.from('boats').select('name')
  const { data: signedUp } = await client.auth.signUp({
    email: 'ada@example.test',
    password: 'secret-1',
  })
  const written = await client.from('boats').insert({ name: 'Ferry' }).select('name')
  const said = await client.functions.invoke('hello', { body: { name: 'Ada' } })
  const withoutKey = await fetch(`${url}/functions/v1/hello`, { method: 'POST' })
  const open = await fetch(`${url}/functions/v1/open`)
  const uploaded = await client.storage.from('papers').upload('a.txt', 'text')
  stop()

  expect(refused).toMatchObject({ data: null, error: { code: '42501' } })
  expect(signedUp.session?.access_token).toBeTruthy()
  expect(written.data).toEqual([{ name: 'Ferry' }])
  expect(said.data).toEqual({ hello: 'Ada', role: 'authenticated' })
  expect(withoutKey.status).toBe(401)
  expect(await open.text()).toBe('open to all')
  expect(uploaded.error).toMatchObject({ message: 'Bucket not found' })
  expect(await ended).toBe(0)
})

test('a signal that comes with the ready line ends the command cleanly', async () => {
  const { ended } = await serve({
    NODE_OPTIONS: `--import ${new URL('programs/stop-when-ready.js', import.meta.url)}`,
  })

  expect(await ended).toBe(0)
})

test('a folder of SQL without a migration is refused in one sentence', async () => {
  const folder = newFolder()
  for (const name of ['boats.sql', '1_boats.sql', '0001_boats.txt']) {
    writeFileSync(join(folder, 'sql', name), BOATS)
  }

  const starting = runPlatform(
    ['--db-uri', `pglite:${folder}/data`, '--sql', join(folder, 'sql')],
    { PORT: String(await freePort()) },
  )

  await expect(starting).rejects.toThrow(
    `--sql: no file in ${folder}/sql is named like 0001_name.sql.\n`,
  )
})

test.each([
  ['is told to stop', 0, async () => {}],
  ['exits by itself', 3, (url: string) => fetch(`${url}/functions/v1/exit`)],
  ['dies of an error', 1, (url: string) => fetch(`${url}/functions/v1/crash`)],
])('a server that %s has written the lines of all requests before', async (_what, code, end) => {
  const { url, stop, ended, printed } = await serve({ LOG_LEVEL: 'info' })
  const ids = Array.from({ length: 20 }, (_, number) => `request-${number}`)

  for (const id of ids) await fetch(`${url}/elsewhere`, { headers: { 'x-request-id': id } })
  await Promise.resolve(end(url)).catch(() => {})
  if (code === 0) stop()

  expect(await ended).toBe(code)
  const lines = printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(expect.arrayContaining(ids))
})

/** One database for all of them: creating it takes longer than everything else here. */
const program = forThisFile(async (atEnd) => {
  const folder = newFolder(atEnd)
  writeFileSync(join(folder, 'sql', '0001_boats.sql'), BOATS)
  const functions = { hello: HELLO, open: OPEN, exit: EXIT, crash: CRASH }
  for (const [name, text] of Object.entries(functions)) {
    writeFileSync(join(folder, 'functions', `${name}.js`), text)
  }

  return { folder, database: await newDatabase(folder) }
})

async function serve(env: Record<string, string>) {
  const { folder, database } = program()
  const folders = ['--sql', `${folder}/sql`, '--functions', `${folder}/functions`]

  return runPlatform(['--db-uri', database, ...folders], {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    PUBLISHABLE_KEY,
    ...env,
  })
}

const EXIT = `
  export const verifyJwt = false
  export default () => process.exit(3)
`

const CRASH = `
  export const verifyJwt = false
  export default () => {
    setImmediate(() => { throw new Error('nobody catches this') })
    return new Promise(() => {})
  }
`

const BOATS = `
  create table public.boats (
    id      uuid primary key default gen_random_uuid(),
    owner   uuid not null default auth.uid(),
    name    text not null
  );
  alter table public.boats enable row level security;
  grant usage on schema public to anon, authenticated;
  grant select, insert on public.boats to authenticated;
  create policy "owners" on public.boats to authenticated using (owner = auth.uid());
`

const HELLO = `
  export default async (request, caller) => {
    const { name } = await request.json()
    return Response.json({ hello: name, role: caller.role })
  }
`

const OPEN = `
  export const verifyJwt = false
  export default () => new Response('open to all')
`

function newFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-command-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['sql', 'functions', 'data']) mkdirSync(join(folder, name))

  return folder
}

async function newDatabase(folder: string): Promise<string> {
  const given = inject('database')
  if (given.kind === 'embedded') return `pglite:${folder}/data`

  const name = `command_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(given.url)
  await client.connect()
  await client.query(`create database ${name} template template0 owner ${given.owner}`)
  await client.end()
  const url = new URL(given.url)
  url.username = given.owner
  url.pathname = `/${name}`
  return url.href
}
