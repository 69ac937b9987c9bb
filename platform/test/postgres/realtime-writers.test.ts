import pg from 'pg'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { randomCases } from '#test/random-cases.ts'
import {
  anotherServer,
  changesServer,
  listenTo,
  otherProgram,
  parsed,
} from '#test/realtime-changes/changes-server.ts'

const WRITERS = 8
const ROWS = 10
const TRANSACTIONS = randomCases({ usual: 10, all: 300 })
const LEVELS = ['read committed', 'repeatable read', 'serializable'] as const

const server = forThisFile(async (atEnd) => {
  const first = await changesServer(atEnd)
  await first.run(`
    create table public.ledger (id integer primary key, n integer not null default 0);
    create table public.tokens (token text primary key);
    grant select on public.ledger, public.tokens to anon;
    alter publication supabase_realtime add table public.ledger, public.tokens;
    insert into public.ledger select id from generate_series(1, ${ROWS}) as id;
  `)
  const second = await anotherServer(first.location, atEnd)

  return { ...first, feeds: [first.feed, second.feed] }
})

test('every commit of many writers is told once, each row’s in order, on every server', async () => {
  const { feeds, location, run } = server()
  const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)
  const early = await Promise.all(feeds.map((feed) => listenTo(feed, [{}])))

  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => openWriter(location, seed + i)),
  )
  const writing = Promise.all(writers.map((writer) => writer.work()))
  const late = await Promise.all(feeds.map((feed) => listenTo(feed, [{}])))
  for (const { notice } of writers) notice()
  await writing
  await run(`insert into public.tokens values ('end')`)

  const committed = writers.flatMap((writer) => writer.committed)
  const afterwards = writers.flatMap((writer) => writer.afterNotice)
  for (const listener of [...early, ...late]) await listener.until(() => listener.heard.some(isEnd))
  for (const listener of early) {
    expect(tokensOf(listener), `RANDOM_SEED=${seed}`).toEqual([...committed, 'end'].sort())
    expectInOrder(listener, 1)
  }
  for (const listener of late) {
    expect(listener.gaps).toEqual([])
    expect(tokensOf(listener), `RANDOM_SEED=${seed}`).toEqual(expect.arrayContaining(afterwards))
    expectInOrder(listener, null)
  }
})

type Listener = Awaited<ReturnType<typeof listenTo>>

const isEnd = ({ data }: Listener['heard'][number]) => parsed(data).record?.token === 'end'

const tokensOf = ({ heard }: Listener) =>
  heard
    .map(({ data }) => parsed(data))
    .filter(({ table }) => table === 'tokens')
    .map(({ record }) => record?.token)
    .sort()

/** Each row counts its commits. `first` is where it begins, null: anywhere. */
function expectInOrder({ heard }: Listener, first: number | null) {
  for (let id = 1; id <= ROWS; id++) {
    const counts = heard
      .map(({ data }) => parsed(data))
      .filter(({ table, record }) => table === 'ledger' && record?.id === id)
      .map(({ record }) => record?.n as number)
    const start = first ?? counts[0] ?? 1
    expect(counts).toEqual(counts.map((_, i) => start + i))
  }
}

type Location = Parameters<typeof otherProgram>[0]

async function openWriter(location: Location, seed: number) {
  const client = await otherProgram(location)
  const random = randomFrom(seed)
  const committed: string[] = []
  const afterNotice: string[] = []
  let isNoticed = false

  return {
    committed,
    afterNotice,
    notice: () => {
      isNoticed = true
    },
    async work() {
      for (let i = 0; i < TRANSACTIONS; i++) {
        const wasNoticed = isNoticed
        const tokens = await transaction(client, random, `${seed}.${i}`)
        committed.push(...tokens)
        if (wasNoticed) afterNotice.push(...tokens)
      }
    },
  }
}

/** The tokens that it committed; none if it was rolled back or refused. */
async function transaction(client: pg.Client, random: () => number, name: string) {
  const tokens: string[] = []
  const level = LEVELS[Math.floor(random() * LEVELS.length)]
  try {
    await client.query(`begin isolation level ${level}`)
    const steps = 1 + Math.floor(random() * 4)
    for (let step = 0; step < steps; step++) {
      const isUndone = random() < 0.2
      const token = `${name}.${step}`
      await client.query('savepoint step')
      await client.query('insert into public.tokens values ($1)', [token])
      await client.query('update public.ledger set n = n + 1 where id = $1', [
        1 + Math.floor(random() * ROWS),
      ])
      // Holds the transaction open while others commit.
      if (random() < 0.1) await client.query('select pg_sleep(0.05)')
      if (isUndone) await client.query('rollback to step')
      else tokens.push(token)
    }
    const isCommitted = random() < 0.8
    await client.query(isCommitted ? 'commit' : 'rollback')
    return isCommitted ? tokens : []
  } catch (error) {
    await client.query('rollback')
    // Serialisation failures and deadlocks.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('40')) return []
    throw error
  }
}

function randomFrom(seed: number) {
  let state = seed | 0

  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
}

test('rows of a transaction that outlasts others are told when it commits', async () => {
  const { feeds, location } = server()
  const [listener] = await Promise.all(feeds.map((feed) => listenTo(feed, [{ table: 'tokens' }])))
  if (!listener) throw new Error('There is no server')
  const long = await otherProgram(location)
  const quick = await otherProgram(location)

  await long.query(`begin; insert into public.tokens values ('long 1')`)
  await quick.query(`insert into public.tokens values ('quick')`)
  const [first] = await listener.take(1)
  await long.query(`insert into public.tokens select 'long 2' ; commit`)

  expect(first?.record?.token).toBe('quick')
  expect((await listener.take(2)).map(({ record }) => record?.token)).toEqual(['long 1', 'long 2'])
})

test('a subscription waits for transactions that wrote unrecorded', async () => {
  const { feeds, location, run } = server()
  await run(`create table if not exists public.unwatched (id integer primary key);
             grant select on public.unwatched to anon;
             alter publication supabase_realtime add table public.unwatched`)
  const writer = await otherProgram(location)
  // Attaches the trigger, which waits for nobody.
  const before = await listenTo(feeds[0] as (typeof feeds)[0], [{ table: 'unwatched' }])
  before.subscription.end()
  await run(`delete from realtime_private.watched where relation = 'public.unwatched'::regclass`)
  await writer.query('begin; insert into public.unwatched values (1)')

  let isSubscribed = false
  const subscribing = listenTo(feeds[1] as (typeof feeds)[0], [{ table: 'unwatched' }]).then(
    (one) => {
      isSubscribed = true
      return one
    },
  )
  await waitsForWriter(location)
  expect(isSubscribed).toBe(false)
  await writer.query('insert into public.unwatched values (2); commit')
  const listener = await subscribing
  await run('insert into public.unwatched values (3)')

  expect((await listener.take(1)).map(({ record }) => record?.id)).toEqual([3])
})

/** Until the second server's watch is visible, so that only the writer holds it up. */
async function waitsForWriter(location: Location) {
  const client = await otherProgram(location)
  for (;;) {
    const { rowCount } = await client.query(
      `select from realtime_private.watched where relation = 'public.unwatched'::regclass`,
    )
    if (rowCount) return
  }
}
