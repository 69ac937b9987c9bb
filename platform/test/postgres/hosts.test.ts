import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Database, theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import { freePort } from '#test/databases/free-port.ts'
import { type PostgresServer, runSql, startPostgres } from '#test/databases/postgres-server.ts'
import { freshLocation, openLocation } from '#test/fresh-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { silentProxy } from './silent-proxy.ts'
import { startStandby } from './start-standby.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

test('after a crash the promoted standby takes the writes, and none that was acknowledged is lost', async () => {
  const { primary, standby } = await startPair()
  const db = await open(standby.url('postgres'), primary.url('postgres'))
  const { url } = await startTestServer({ db, env: { SECRET_KEY } })
  await db.script('create table public.written (number int primary key)')
  const heard: string[] = []
  const gap = vi.fn()
  await db.listen('messages', (text) => heard.push(text), gap)
  const before = await (await fetch(`${url}/readyz`)).json()
  const writing = writeUntilTold(db)
  await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(200), 60_000)

  await primary.crash()
  await vi.waitFor(() => expect(writing.failures.length).toBeGreaterThan(0), 60_000)
  await promote(standby)
  const count = writing.acknowledged.length
  await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(count + 100), 60_000)
  await writing.stop()

  const { rows } = await db.ask<{ number: number }>(theServer, {
    text: 'select number from written',
  })
  const kept = new Set(rows.map(({ number }) => number))
  expect(writing.acknowledged.filter((number) => !kept.has(number))).toEqual([])
  expect(new Set(writing.failures)).toEqual(new Set([503]))
  await vi.waitFor(() => expect(gap).toHaveBeenCalled(), 60_000)
  // It may be told of the loss before it listens again.
  await vi.waitFor(async () => {
    await db.ask(theServer, { text: `notify messages, 'again'` })
    expect(heard).toContain('again')
  }, 10_000)
  const after = await (await fetch(`${url}/readyz`)).json()
  expect([before, after]).toEqual([
    { status: 'ready', timeline: 1 },
    { status: 'ready', timeline: 2 },
  ])
})

test('an old primary that was silent and returns gets no writes', async () => {
  const { primary, standby } = await startPair()
  const proxy = await silentProxy(primary.url('postgres'))
  const db = await open(proxy.url, standby.url('postgres'))
  await db.script('create table public.written (number int primary key)')
  await db.listen('messages', () => {})
  // Several connections that worked when last used.
  await Promise.all(Array.from({ length: 5 }, () => db.ping()))

  proxy.silence()
  const failed = await Promise.allSettled([write(db, 1), write(db, 2)])
  await promote(standby)
  await vi.waitFor(() => write(db, 3), { timeout: 60_000, interval: 50 })
  proxy.speak()
  await runSql(
    standby.url('postgres'),
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
  )
  await vi.waitFor(() => write(db, 4), { timeout: 60_000, interval: 50 })
  const others = await Promise.allSettled([5, 6, 7, 8, 9].map((number) => write(db, number)))

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(others.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await numbersIn(standby)).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect((await numbersIn(primary)).filter((number) => number > 2)).toEqual([])
})

test('hosts of which none can be written are refused at the start', async () => {
  const { standby } = await startPair()
  const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`

  await expect(open(standby.url('postgres'), nobody)).rejects.toThrow(
    /^The database cannot be reached: none of the hosts takes writes$/,
  )
})

test('where the timeline may not be read, a server is ready without it', async () => {
  const given = inject('database')
  const location = await freshLocation()
  if (given.kind !== 'postgres' || location.kind !== 'postgres') throw new Error('PostgreSQL only')
  const asSuperuser = new URL(given.url)
  asSuperuser.pathname = new URL(location.url).pathname
  await runSql(asSuperuser.href, 'revoke execute on function pg_walfile_name(pg_lsn) from public')

  const { url } = await startTestServer({ db: await openLocation(location, onTestFinished) })
  const answers = [await fetch(`${url}/readyz`), await fetch(`${url}/readyz`)]

  for (const answer of answers) expect(await answer.json()).toEqual({ status: 'ready' })
})

/** A primary, and a standby that has every write before it is acknowledged. */
async function startPair(): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const primary = await startPostgres({ settings: ['synchronous_commit=on'] })
  onTestFinished(() => primary.stop())
  const standby = await startStandby(primary, { settings: ['synchronous_commit=on'] })
  onTestFinished(() => standby.stop())
  await runSql(
    primary.url('postgres'),
    `alter system set synchronous_standby_names = '*'`,
    'select pg_reload_conf()',
  )

  return { primary, standby }
}

async function promote(standby: PostgresServer): Promise<void> {
  await runSql(
    standby.url('postgres'),
    'select pg_promote()',
    `alter system set synchronous_standby_names = ''`,
    'select pg_reload_conf()',
  )
}

/** One address with two hosts. */
function open(first: string, second: string): Promise<Database> {
  const url = first.replace(/(@[^/]+)/, `$1,${new URL(second).host}`)

  return openLocation({ kind: 'postgres', url }, onTestFinished, { statementLimitMs: 2_000 })
}

const write = (db: Database, number: number) =>
  db.ask(theServer, { text: 'insert into public.written values ($1)', values: [number] })

function writeUntilTold(db: Database) {
  const acknowledged: number[] = []
  const failures: (number | string)[] = []
  let next = 1
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const number = next++
      try {
        await write(db, number)
        acknowledged.push(number)
      } catch (error) {
        failures.push(error instanceof AppError ? error.status : String(error))
      }
    }
  }
  const lanes = Array.from({ length: 4 }, lane)

  return {
    acknowledged,
    failures,
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

async function numbersIn(server: PostgresServer): Promise<number[]> {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  const { rows } = await client.query<{ number: number }>('select number from written order by 1')
  await client.end()

  return rows.map(({ number }) => number)
}
