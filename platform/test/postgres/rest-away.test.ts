import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { startRest } from '#compose/start-rest.ts'
import { readRestConfig } from '#config/read-rest-config.ts'
import { openLog } from '#log/log.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { asOwner, createFixture } from '#test/rest/rest-server.ts'

/** A server that may be stopped. */
const postgres = forThisFile(async (atEnd) => {
  const server = await startPostgres()
  atEnd(() => server.stop())

  return server
})

test('the database goes away and comes back: 503 with Retry-After, then all is well', async () => {
  const { ask, change } = await openHere()
  expect((await ask('/films?select=id')).status).toBe(200)

  await postgres().halt()
  const away = await ask('/films?select=id')
  const stillAway = await ask('/rpc/greet')
  await postgres().resume()

  for (const { status, headers, body } of [away, stillAway]) {
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({ code: expect.stringMatching(/^PGRST00[01]$/) }),
    ])
    expect(headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  }
  await vi.waitFor(async () => expect((await ask('/films')).status).toBe(200), 10_000)
  await change('create table catalog.later (id integer); grant all on catalog.later to rest_anon')
  await vi.waitFor(async () => {
    await change(`notify pgrst, 'reload schema'`)
    expect((await ask('/later')).status).toBe(200)
  }, 10_000)
})

test('a connection that is ended in the middle of a request costs that request only', async () => {
  const { ask, change } = await openHere()
  const slow = ask('/rpc/pause', { method: 'POST' })

  await vi.waitFor(
    () =>
      change(`do $$ begin
        perform pg_terminate_backend(pid) from pg_stat_activity where query like '%pause%' and usename = 'rest_login';
        if not found then raise exception 'not yet'; end if;
      end $$`),
    10_000,
  )
  const next = await ask('/films?select=id')

  expect((await slow).status).toBe(503)
  expect(next.status).toBe(200)
})

test('until the schema could be read, everybody is asked to come back', async () => {
  const { ask, change } = await openHere('revoke select on pg_catalog.pg_rewrite from public')

  const early = await ask('/films')
  await change('grant select on pg_catalog.pg_rewrite to public')

  expect([early.status, early.body]).toEqual([503, expect.objectContaining({ code: 'PGRST002' })])
  expect(early.headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  await vi.waitFor(async () => expect((await ask('/films')).status).toBe(200), 10_000)
})

test('while the schema cannot be read again, the last one serves', async () => {
  const { ask, change, logged } = await openHere()

  await change(`revoke select on pg_catalog.pg_rewrite from public; notify pgrst, 'reload schema'`)
  await vi.waitFor(() => expect(logged.join()).toContain('schema cache load failed'), 10_000)

  expect((await ask('/films')).status).toBe(200)
})

test('a function’s time limit holds, and so does a role’s', async () => {
  const { ask, change } = await openHere(`alter role rest_anon set statement_timeout = '400ms'`)
  onTestFinished(() => change('alter role rest_anon reset statement_timeout'))

  const byFunction = await ask('/rpc/wait_long', { method: 'POST' })
  const byRole = await ask('/rpc/pause', { method: 'POST' })
  const next = await ask('/films?select=id')

  for (const { status, headers, body } of [byFunction, byRole]) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: '57014' })])
    expect(headers.get('retry-after')).toMatch(/^([1-9]|10)$/)
  }
  expect(next.status).toBe(200)
})

/** A database of the test on that server, and the data API over it. */
async function openHere(first = '') {
  const name = `catalog_${randomUUID().replaceAll('-', '')}`
  await asOwner(postgres().url('postgres'), `create database ${name}`)
  const { uri, ownerUrl } = await createFixture(postgres().url('postgres'), name)
  const change = (sql: string) => asOwner(ownerUrl, sql)
  await change(
    `create function catalog.pause() returns void language sql as $$ select pg_sleep(60) $$; ${first}`,
  )
  const logged: string[] = []
  const running = await startRest({
    config: readRestConfig(
      [
        '--db-uri',
        uri,
        '--db-schemas',
        'catalog',
        '--db-anon-role',
        'rest_anon',
        '--server-port',
        '0',
      ],
      {},
    ),
    clock: machineClock,
    log: openLog({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
  })
  onTestFinished(() => running.stop())
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(running.url + path, init)
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, body: text && JSON.parse(text) }
  }

  return { ask, change, logged }
}
