import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Caller } from '#db/database.ts'
import { type JobKind, kind } from '#jobs/job-kind.ts'
import { jobStats } from '#jobs/job-stats.ts'
import { sender } from '#jobs/send-job.ts'
import { gate } from '#test/gate.ts'
import { jobServers } from './job-servers.ts'

const MINUTE_MS = 60_000

test('of two servers, each job is done by one', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { sync: syncing() }
  const done: string[] = []
  const work = {
    sync: async ({ payload }: { payload: { member: string } }) => {
      done.push(payload.member)
    },
  }
  const servers = [await startServer(kinds, work), await startServer(kinds, work)]
  const members = Array.from({ length: 100 }, (_, i) => `member ${i}`)

  await within(async (sql) => {
    for (const member of members) await sender(kinds)(sql, 'sync', { member })
  })
  await Promise.all(servers.map((server) => server.drain()))

  expect(done.toSorted()).toEqual(members.toSorted())
})

test('several jobs are sent at once, one of each key, and none twice', async () => {
  const { db, within, startServer } = await jobServers()
  const kinds = { sync: syncing({ key: ({ member }) => member, concurrency: 1 }) }
  const done: string[] = []
  const work = {
    sync: async ({ payload }: { payload: { member: string } }) => void done.push(payload.member),
  }
  const members = ['Cleo', 'Ada', 'Bob', 'Ada'].map((member) => ({ member }))

  await within((sql) => sender(kinds)(sql, 'sync', members))
  await within((sql) => sender(kinds)(sql, 'sync', members))
  await within((sql) => sender(kinds)(sql, 'sync', []))
  const [stats] = await jobStats(db)
  const server = await startServer(kinds, work)
  await server.drain()

  expect(stats).toMatchObject({ kind: 'sync', waiting: 3 })
  expect(done.toSorted()).toEqual(['Ada', 'Bob', 'Cleo'])
})

test('servers that start together do each job once', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { sync: syncing() }
  const done: string[] = []
  const work = {
    sync: async ({ payload }: { payload: { member: string } }) => void done.push(payload.member),
  }

  const servers = await Promise.all([1, 2, 3].map(() => startServer(kinds, work)))
  await within((sql) => sender(kinds)(sql, 'sync', { member: 'Ada' }))
  await Promise.all(servers.map((server) => server.drain()))

  expect(done).toEqual(['Ada'])
})

test('jobs of one key run one after the other and never crowd; those of others are not held up', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { sync: syncing({ key: ({ member }) => member }) }
  const send = sender(kinds)
  const { open, opened } = gate()
  const begun: string[] = []
  const work = {
    sync: async ({ payload }: { payload: { member: string } }) => {
      begun.push(payload.member)
      if (payload.member === 'Ada') await opened
    },
  }
  const servers = [await startServer(kinds, work), await startServer(kinds, work)]

  await within((sql) => send(sql, 'sync', { member: 'Ada' }))
  await expect.poll(() => begun).toEqual(['Ada'])
  await within(async (sql) => {
    for (const member of ['Ada', 'Ada', 'Ada', 'Bob']) await send(sql, 'sync', { member })
  })
  await expect.poll(() => begun).toEqual(['Ada', 'Bob'])
  open()
  await Promise.all(servers.map((server) => server.drain()))

  expect(begun).toEqual(['Ada', 'Bob', 'Ada'])
})

test('a job of the same key that waits for later comes as early as anyone asked for', async () => {
  const { within, clock, startServer } = await jobServers()
  const kinds = { sync: syncing({ key: ({ member }) => member }) }
  const send = sender(kinds)
  let runs = 0
  const server = await startServer(kinds, { sync: async () => void runs++ })
  const after = new Date(clock.now().getTime() + 60 * MINUTE_MS)

  await within((sql) => send(sql, 'sync', { member: 'Ada' }, { after }))
  await server.drain()
  const early = runs
  await within((sql) => send(sql, 'sync', { member: 'Ada' }))
  await server.drain()
  clock.moveTo(120 * MINUTE_MS)
  await server.drain()

  expect(early).toBe(0)
  expect(runs).toBe(1)
})

test('a server that stops finishes what it can', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { sync: syncing() }
  const { open, opened } = gate()
  const did: string[] = []
  const server = await startServer(kinds, {
    sync: async () => {
      did.push('begun')
      await opened
      did.push('done')
    },
  })
  await within((sql) => sender(kinds)(sql, 'sync', { member: 'Ada' }))
  await expect.poll(() => did).toEqual(['begun'])

  const stopped = server.stop()
  open()
  await stopped

  expect(did).toEqual(['begun', 'done'])
})

test('a server that stops gives back what it cannot finish, and the next one begins at once', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { sync: syncing() }
  const attempts: number[] = []
  const stopping = await startServer(kinds, {
    sync: ({ attempt }) => {
      attempts.push(attempt)
      return new Promise(() => {})
    },
  })
  await within((sql) => sender(kinds)(sql, 'sync', { member: 'Ada' }))
  await expect.poll(() => attempts).toEqual([1])

  await stopping.stop(0)
  const next = await startServer(kinds, {
    sync: async ({ attempt }) => void attempts.push(attempt),
  })
  await next.drain()

  expect(attempts).toEqual([1, 1])
})

test('one of the servers deletes what is done, and another one after it', async () => {
  const { clock, within, startServer } = await jobServers()
  const kept = async () => (await within((sql) => sql.query('select from ops.jobs'))).rowCount
  const first = await startServer({}, {})
  const second = await startServer({}, {})

  await within((sql) => sql.query(DONE_LONG_AGO))
  clock.moveTo(65_000)
  await second.begin()
  const afterSecond = await kept()
  await first.begin()
  const afterFirst = await kept()
  await within((sql) => sql.query(DONE_LONG_AGO))
  await first.stop()
  clock.moveTo(130_000)
  await second.begin()

  expect([afterSecond, afterFirst, await kept()]).toEqual([1, 0, 0])
})

test('a member’s own transaction may send a job, and stays the member’s', async () => {
  const { db, startServer } = await jobServers()
  const kinds = { sync: syncing() }
  const done: string[] = []
  const member: Caller = { role: 'authenticated', claims: { role: 'authenticated' } }
  const server = await startServer(kinds, {
    sync: async ({ payload }) => void done.push(payload.member),
  })

  const roles = await db.as(member, async (sql) => {
    await sender(kinds)(sql, 'sync', { member: 'Ada' })
    return (await sql.query('select current_user as role')).rows
  })
  await server.drain()

  expect(roles).toEqual([{ role: 'authenticated' }])
  expect(done).toEqual(['Ada'])
  await expect(db.ask(member, { text: 'select from ops.jobs' })).rejects.toThrow(
    'permission denied for schema ops',
  )
})

const DONE_LONG_AGO = `
  insert into ops.jobs (kind, state, finished_at) values ('sync', 'done', ops.now() - interval '2 days')`

type Syncing = JobKind<{ member: string }>

const syncing = (more: Partial<Syncing> = {}) =>
  kind<{ member: string }>({
    payload: z.object({ member: z.string() }),
    retries: { most: 2, firstWaitS: 30 },
    concurrency: 3,
    timeLimitS: 60,
    ...more,
  })
