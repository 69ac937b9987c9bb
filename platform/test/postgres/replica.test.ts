import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { freePort } from '#test/databases/free-port.ts'
import { runSql, startPostgres } from '#test/databases/postgres-server.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { type AtEnd, openLocation } from '#test/fresh-database.ts'
import { startTestPlatform } from '#test/test-server.ts'
import { startPooler } from './pooler.ts'
import { silentProxy } from './silent-proxy.ts'
import { startStandby } from './start-standby.ts'

const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'
const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'
const PASSWORD = 'a long enough secret'
/** Longer than a writer, a new token and a new server are kept at the primary. */
const HOLD_MS = 31_000
const WAIT_MS = 30_000

/** Each of these tells which of the two servers answered. */
const PLACES = `
  create view public.place as select pg_is_in_recovery() as is_replica;
  create table public.locked (id int);
  insert into public.locked values (1);
  create view public.slow_place as
    select pg_is_in_recovery() as is_replica, (select count(*) from public.locked, pg_sleep(2)) as rows;
  create function public.stable_place() returns boolean stable language sql as 'select pg_is_in_recovery()';
  create function public.volatile_place() returns boolean volatile language sql as 'select pg_is_in_recovery()';
  create unlogged table public.unlogged (id int);
  grant select on public.place, public.slow_place, public.locked, public.unlogged to anon, authenticated, service_role`

const pair = forThisFile(async (atEnd) => {
  const primary = await startPostgres()
  atEnd(() => primary.stop())
  const standby = await startStandby(primary, { settings: ['max_standby_streaming_delay=0'] })
  atEnd(() => standby.stop())
  await (await openHere({ url: primary.url('postgres') }, atEnd)).script(PLACES)

  return { primary, standby }
})

const shared = forThisFile(async (atEnd) => {
  const { primary, standby } = pair()
  const server = await serve(primary.url('postgres'), standby.url('postgres'), atEnd)
  await untilReplica(server.url, 'in use')

  return server
})

test('tables, views and stable functions are read from the replica, all else from the primary', async () => {
  const { member } = shared()
  const ada = await member()

  const answers = async () => ({
    view: await ada.reads(),
    table: (await ada.client.from('notes').select()).error,
    stable: (await ada.client.rpc('stable_place', {}, { get: true })).data,
    volatile: (await ada.client.rpc('volatile_place', {}, { get: true })).data,
    posted: (await ada.client.rpc('stable_place')).data,
    unlogged: (await ada.client.from('unlogged').select()).data,
    revalidated: await ada.reads({ 'cache-control': 'no-cache' }),
  })

  // A machine that stands still for a second does not know how old the replica is.
  await vi.waitFor(
    async () =>
      expect(await answers()).toEqual({
        view: 'replica',
        table: null,
        stable: true,
        volatile: false,
        posted: false,
        unlogged: [],
        revalidated: 'primary',
      }),
    WAIT_MS,
  )
})

test('whoever wrote, through any surface, reads from the primary for half a minute', async () => {
  const { member, wait, visitor, service, url } = shared()
  const [ada, bob] = [await member(), await member()]
  const { client, id, token } = ada
  const surfaces = {
    'the data API': () => client.from('notes').insert({ text: 'one' }),
    'a function of the data API': () => client.rpc('volatile_place'),
    'the identity service': () => client.auth.updateUser({ data: { name: 'Ada' } }),
    files: () => client.storage.from('avatars').upload(`${id}/${Date.now()}.png`, PIXEL, PNG),
    functions: async () => {
      const { status } = await fetch(`${url}/functions/v1/add-note`, {
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
      })
      return { error: status === 200 ? null : status }
    },
  }

  const seen: Record<string, unknown> = {}
  for (const [surface, write] of Object.entries(surfaces)) {
    await untilReplicaServes(ada)
    const { error } = await write()
    seen[surface] = [error, await ada.reads()]
    await untilReplicaServes(bob)
    wait()
  }
  await untilReplicaServes(service)
  await service.client.from('announcements').insert({ text: 'new' })
  const afterwards = await service.reads()
  for (const other of [visitor, ada]) await untilReplicaServes(other)

  const expected = [null, 'primary']
  expect(seen).toEqual(Object.fromEntries(Object.keys(surfaces).map((name) => [name, expected])))
  expect(afterwards).toBe('primary')
})

test('a new token and a new server read from the primary first', async () => {
  const { member, wait } = shared()
  const ada = await member()
  const { data } = await ada.client.auth.refreshSession()
  const renewed = { authorization: `Bearer ${data.session?.access_token}` }
  const first = await ada.reads(renewed)
  wait()
  await untilReplicaServes({ reads: () => ada.reads(renewed) })

  const { primary, standby } = pair()
  const other = await serve(primary.url('postgres'), standby.url('postgres'), onTestFinished, {
    isNew: true,
  })
  await untilReplica(other.url, 'in use')
  const atOther = await other.visitor.reads()
  other.wait()
  await untilReplicaServes(other.visitor)

  expect([first, atOther]).toEqual(['primary', 'primary'])
})

test('a replica that falls behind is not read, and used again when it has caught up', async () => {
  const { member, url, service, wait } = shared()
  const ada = await member()
  const { standby } = pair()

  await runSql(standby.url('postgres'), 'select pg_wal_replay_pause()')
  onTestFinished(() => runSql(standby.url('postgres'), 'select pg_wal_replay_resume()'))
  await service.client.from('announcements').insert({ text: 'not replayed' })
  wait()
  // A machine that stands still may say so for a moment before it is true.
  await vi.waitFor(async () => {
    await untilReplica(url, 'behind')
    const { data } = await ada.client.from('announcements').select().eq('text', 'not replayed')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(await ada.reads()).toBe('primary')
    expect(data).toHaveLength(1)
    expect(metrics).toMatch(/^gitferry_replica_in_use 0$/m)
    expect(Number(/^gitferry_replica_lag_seconds (.*)$/m.exec(metrics)?.[1])).toBeGreaterThan(2)
  }, WAIT_MS)

  await runSql(standby.url('postgres'), 'select pg_wal_replay_resume()')
  await untilReplicaServes(ada)
})

test('a read that the replica cancels for what it has to replay is repeated once on the primary', async () => {
  const { member, platform } = shared()
  const { primary } = pair()
  const ada = await member()
  await untilReplicaServes(ada)
  const before = platform.rest.replica?.stats().repeated ?? 0

  const reading = ada.reads({}, 'slow_place')
  await untilRunning('slow_place')
  await runSql(primary.url('postgres'), 'truncate public.locked')

  expect(await reading).toBe('primary')
  expect(platform.rest.replica?.stats().repeated).toBe(before + 1)
})

test('a replica that goes silent costs its readers seconds and no answer', async () => {
  const { primary, standby } = pair()
  const proxy = await silentProxy(standby.url('postgres'))
  const { url, visitor, wait } = await serve(primary.url('postgres'), proxy.url, onTestFinished)
  wait()
  await untilReplicaServes(visitor)

  const reading = visitor.reads({}, 'slow_place')
  await untilRunning('slow_place')
  proxy.silence()
  const running = await reading
  await untilReplica(url, 'away')
  const away = await visitor.reads()
  proxy.speak()
  await untilReplicaServes(visitor)

  expect([running, away]).toEqual(['primary', 'primary'])
})

test('a server starts while its replica is away', async () => {
  const { primary } = pair()
  const nobody = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`

  const { url, visitor } = await serve(primary.url('postgres'), nobody, onTestFinished)

  await untilReplica(url, 'away')
  expect(await visitor.reads()).toBe('primary')
})

test('a primary, another database and a pooler are no replica', async () => {
  const { primary, standby } = pair()
  await runSql(primary.url('postgres'), 'create database another')
  const wrong = {
    'a server that is no standby': primary.url('postgres'),
    'another database than DATABASE_URL': standby.url('another'),
    'a connection pooler': await startPooler(standby.url('postgres')),
  }

  for (const [reason, replicaUrl] of Object.entries(wrong)) {
    const server = await serve(primary.url('postgres'), replicaUrl, onTestFinished)
    await untilReplica(server.url, 'unsuitable')
    expect(await server.visitor.reads()).toBe('primary')
    expect(server.logged.join('')).toContain(`DATABASE_REPLICA_URL leads to ${reason}`)
  }
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PNG = { contentType: 'image/png' }

const openHere = (
  addresses: { url: string; replicaUrl?: string },
  atEnd: AtEnd,
  clock = movableClock(),
) => openLocation({ kind: 'postgres', ...addresses }, atEnd, { clock })

/** A server that has run for long enough, unless it is new. */
async function serve(url: string, replicaUrl: string, atEnd: AtEnd, { isNew = false } = {}) {
  const clock = movableClock()
  let offsetMs = 0
  const wait = () => {
    offsetMs += HOLD_MS
    clock.moveTo(offsetMs)
  }
  const db = await openHere({ url, replicaUrl }, atEnd, clock)
  const env = { PUBLISHABLE_KEY, SECRET_KEY, AUTH_AUTOCONFIRM: 'true', AUTH_RATE_LIMIT_FACTOR: '0' }
  const server = await startTestPlatform({ db, clock, atEnd, env })
  if (!isNew) wait()
  const open = (key: string) =>
    createClient(server.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: class {} as never },
    })
  const reader = (key: string, token = key) => ({
    reads: (headers: Record<string, string> = {}, view = 'place') =>
      placeOf(`${server.url}/rest/v1/${view}`, {
        apikey: key,
        authorization: `Bearer ${token}`,
        ...headers,
      }),
  })
  let people = 0

  return {
    ...server,
    wait,
    visitor: reader(PUBLISHABLE_KEY),
    service: { ...reader(SECRET_KEY), client: open(SECRET_KEY) },
    /** Signed up for longer than a token counts as new. */
    member: async () => {
      const client = open(PUBLISHABLE_KEY)
      const email = `member-${people++}@example.test`
      const { data } = await client.auth.signUp({ email, password: PASSWORD })
      wait()
      const token = data.session?.access_token ?? ''
      return { ...reader(PUBLISHABLE_KEY, token), client, id: data.user?.id ?? '', token }
    },
  }
}

async function placeOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers })
  const body = (await answer.json()) as { is_replica: boolean }[]
  if (answer.status !== 200) return `${answer.status} ${JSON.stringify(body)}`

  return body[0]?.is_replica ? 'replica' : 'primary'
}

const untilReplica = (url: string, state: string) =>
  vi.waitFor(
    async () =>
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ replica: state }),
    { timeout: WAIT_MS, interval: 50 },
  )

const untilReplicaServes = ({ reads }: { reads(): Promise<string> }) =>
  vi.waitFor(async () => expect(await reads()).toBe('replica'), { timeout: WAIT_MS, interval: 50 })

/** The standby runs a statement that names this view. */
async function untilRunning(view: string): Promise<void> {
  const client = new pg.Client(pair().standby.url('postgres'))
  await client.connect()
  await vi.waitFor(async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`,
      [`%"${view}"%`],
    )
    expect(rowCount).toBe(1)
  }, WAIT_MS)
  await client.end()
}
