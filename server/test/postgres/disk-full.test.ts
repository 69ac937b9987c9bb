import '@app/platform/test/databases/given.ts'
import { freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTestServer } from '#test/test-server.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

test('a full disk is named in the log and by /readyz until the database can write', async () => {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const db = await openLocation(location, onTestFinished)
  const { url, logged } = await startTestServer({ db, env: { SECRET_KEY } })
  const superuser = await connectAsSuperuser(location.url)
  const addPlan = async () => {
    const reply = await fetch(`${url}/rest/v1/plans`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: SECRET_KEY },
      body: JSON.stringify({ name: 'New', price: 1 }),
    })
    return [reply.status, reply.headers.get('retry-after')]
  }
  const ready = async () => {
    const reply = await fetch(`${url}/readyz`)
    const { status, code } = (await reply.json()) as { status?: string; code?: string }
    return [reply.status, status ?? code]
  }

  await superuser.query(FILL)
  const full = await addPlan()
  const named = [await ready(), await ready()]
  await superuser.query(FREE)
  const healed = await ready()

  expect(full).toEqual([503, expect.stringMatching(/^([1-9]|10)$/)])
  expect(named).toEqual(Array(2).fill([503, 'disk_full']))
  expect(logged.join('')).toContain("The database's disk is full")
  expect(healed).toEqual([200, 'ready'])
  expect(await addPlan()).toEqual([201, null])
})

/** Event triggers need one. */
async function connectAsSuperuser(address: string): Promise<pg.Client> {
  const given = inject('database')
  if (given.kind !== 'postgres') throw new Error('This needs a PostgreSQL server')
  const url = new URL(given.url)
  url.pathname = new URL(address).pathname
  const client = new pg.Client(url.href)
  await client.connect()
  onTestFinished(() => client.end())

  return client
}

/** What PostgreSQL raises when a file cannot grow, for rows and for new tables. */
const FILL = `
  create function public.disk_full() returns trigger language plpgsql
    as $$ begin raise exception using errcode = 'disk_full'; end $$;
  create function public.disk_full_for_tables() returns event_trigger language plpgsql
    as $$ begin raise exception using errcode = 'disk_full'; end $$;
  create trigger disk_full before insert on public.plans execute function public.disk_full();
  create event trigger disk_full on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function public.disk_full_for_tables();`

const FREE = `
  drop event trigger disk_full;
  drop trigger disk_full on public.plans;`
