import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { theServer } from '#db/database.ts'
import { deadLetters, retryDeadLetter } from '#jobs/dead-letters.ts'
import { type JobKind, kind } from '#jobs/job-kind.ts'
import { jobStats } from '#jobs/job-stats.ts'
import { GiveUp } from '#jobs/run-job.ts'
import { daily, everyMinutes } from '#jobs/schedule.ts'
import { sender } from '#jobs/send-job.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { inRequest } from '#log/request-scope.ts'
import { gate } from '#test/gate.ts'
import { jobServers } from './job-servers.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('a job runs as soon as what caused it is there', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { greet: greeting() }
  const greeted: string[] = []
  await startServer(kinds, { greet: async ({ payload }) => void greeted.push(payload.name) })

  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }))

  await expect.poll(() => greeted).toEqual(['Ada'])
})

test('a job is never sent for a change that was not made', async () => {
  const { within, kinds, greeted, server } = await greetingServer()

  const undone = within(async (sql) => {
    await sender(kinds)(sql, 'greet', { name: 'Nobody' })
    throw new Error('No change after all')
  })
  await expect(undone).rejects.toThrow('No change after all')
  await server.drain()

  expect(greeted).toEqual([])
})

test('a job sent before any server works is done by the first that does', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { greet: greeting() }
  const greeted: string[] = []
  const idle = await startServer(kinds, {})
  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }))
  await idle.stop()

  const server = await startServer(kinds, {
    greet: async ({ payload }) => void greeted.push(payload.name),
  })
  await server.drain()

  expect(greeted).toEqual(['Ada'])
})

test('a job is not forgotten, however long no server was there to do it', async () => {
  const { within, clock, startServer } = await jobServers()
  const kinds = { greet: greeting() }
  const greeted: string[] = []
  const idle = await startServer(kinds, {})
  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }))
  await idle.stop()

  clock.moveTo(400 * DAY_MS)
  const server = await startServer(kinds, {
    greet: async ({ payload }) => void greeted.push(payload.name),
  })
  await server.drain()

  expect(greeted).toEqual(['Ada'])
})

test('jobs of one moment are done in the order in which they were sent', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { greet: greeting({ concurrency: 1 }) }
  const names = Array.from({ length: 30 }, (_, i) => `visitor ${i}`)
  const greeted: string[] = []
  const server = await startServer(kinds, {
    greet: async ({ payload }) => void greeted.push(payload.name),
  })

  await within(async (sql) => {
    for (const name of names) await sender(kinds)(sql, 'greet', { name })
  })
  await server.drain()

  expect(greeted).toEqual(names)
})

test('a job for later waits for its time', async () => {
  const { within, clock, kinds, greeted, server } = await greetingServer()
  const after = new Date(clock.now().getTime() + 10 * MINUTE_MS)

  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }, { after }))
  clock.moveTo(9 * MINUTE_MS)
  await server.drain()
  const tooEarly = [...greeted]
  clock.moveTo(11 * MINUTE_MS)
  await server.drain()

  expect(tooEarly).toEqual([])
  expect(greeted).toEqual(['Ada'])
})

test('a job for later waits for its time, also while others of its kind are done', async () => {
  const { within, clock, kinds, greeted, server } = await greetingServer()
  const after = new Date(clock.now().getTime() + 10 * MINUTE_MS)

  await within((sql) => sender(kinds)(sql, 'greet', { name: 'later' }, { after }))
  await within((sql) => sender(kinds)(sql, 'greet', { name: 'now' }))
  await server.drain()

  expect(greeted).toEqual(['now'])
})

test('a job that fails is tried again, with longer and longer waits', async () => {
  const { within, clock, startServer } = await jobServers()
  const kinds = { greet: greeting({ retries: { most: 3, firstWaitS: 60 } }) }
  const attempts: number[] = []
  const server = await startServer(kinds, {
    greet: async ({ attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('Not yet')
    },
  })
  const attemptsAfter = async (minutes: number) => {
    clock.moveTo(minutes * MINUTE_MS)
    await server.drain()
    return attempts.length
  }

  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }))
  await server.drain()

  // The first wait is one to two minutes, the second two to four.
  expect(await attemptsAfter(0.9)).toBe(1)
  expect(await attemptsAfter(2)).toBe(2)
  expect(await attemptsAfter(3.9)).toBe(2)
  expect(await attemptsAfter(6)).toBe(3)
  expect(attempts).toEqual([1, 2, 3])
  expect(await attemptsAfter(60 * 24)).toBe(3)
})

test('a job that always fails holds up no other, ends as a dead letter, and can be tried again', async () => {
  const { db, within, clock, startServer } = await jobServers()
  const kinds = { greet: greeting({ concurrency: 1, retries: { most: 1, firstWaitS: 60 } }) }
  const send = sender(kinds)
  const greeted: string[] = []
  let isPoisonous = true
  const server = await startServer(kinds, {
    greet: async ({ payload }) => {
      if (payload.name === 'poison' && isPoisonous) throw new Error('This cannot be done')
      greeted.push(payload.name)
    },
  })

  await within(async (sql) => {
    for (const name of ['poison', 'Ada', 'Bob']) await send(sql, 'greet', { name })
  })
  await server.drain()
  clock.moveTo(5 * MINUTE_MS)
  await server.drain()
  const [dead, ...others] = await deadLetters(db)
  isPoisonous = false
  const isTriedAgain = await retryDeadLetter(db, 'greet', dead?.id ?? '')
  await server.drain()

  expect(greeted).toEqual(['Ada', 'Bob', 'poison'])
  expect(others).toEqual([])
  expect(dead).toMatchObject({
    kind: 'greet',
    payload: { name: 'poison' },
    reason: 'This cannot be done',
    attempts: 2,
  })
  expect(isTriedAgain).toBe(true)
  expect(await deadLetters(db)).toEqual([])
})

test('a job that can never succeed is given up at once', async () => {
  const { db, within, startServer } = await jobServers()
  const kinds = { greet: greeting() }
  const server = await startServer(kinds, {
    greet: async () => {
      throw new GiveUp('The person is gone')
    },
  })

  await within((sql) => sender(kinds)(sql, 'greet', { name: 'Ada' }))
  await server.drain()

  expect(await deadLetters(db)).toEqual([
    expect.objectContaining({ reason: 'The person is gone', attempts: 1 }),
  ])
})

test('a job left behind by another release, with a payload unknown today, becomes a dead letter', async () => {
  const { db, within, startServer } = await jobServers()
  const { retries, concurrency, timeLimitS } = greeting()
  const payload = z.object({ nickname: z.string() })
  const earlier = { greet: kind({ payload, retries, concurrency, timeLimitS }) }
  const kinds = { greet: greeting() }
  let runs = 0
  const server = await startServer(kinds, { greet: async () => void runs++ })

  await within((sql) => sender(earlier)(sql, 'greet', { nickname: 'A' }))
  await server.drain()

  expect(runs).toBe(0)
  expect(await deadLetters(db)).toEqual([
    expect.objectContaining({ reason: expect.stringContaining('name') }),
  ])
})

test('a job that does not end is told to, and does not hold up the next', async () => {
  const { db, within, startServer } = await jobServers()
  const kinds = {
    greet: greeting({ concurrency: 1, timeLimitS: 0.05, retries: { most: 0, firstWaitS: 1 } }),
  }
  const greeted: string[] = []
  let wasTold = false
  const server = await startServer(kinds, {
    greet: ({ payload, signal }) => {
      if (payload.name === 'endless') {
        signal.addEventListener('abort', () => {
          wasTold = true
        })
        return new Promise(() => {})
      }
      greeted.push(payload.name)
      return Promise.resolve()
    },
  })

  await within(async (sql) => {
    await sender(kinds)(sql, 'greet', { name: 'endless' })
    await sender(kinds)(sql, 'greet', { name: 'Ada' })
  })
  await server.drain()

  expect(greeted).toEqual(['Ada'])
  expect(wasTold).toBe(true)
  expect(await deadLetters(db)).toEqual([
    expect.objectContaining({ reason: 'Not done after 0.05 s' }),
  ])
})

test('many jobs that only say "look again" are answered by one look', async () => {
  const { within, startServer } = await jobServers()
  const kinds = { greet: greeting({ concurrency: 1, batchSize: 100 }) }
  let runs = 0
  const idle = await startServer(kinds, {})
  await within(async (sql) => {
    for (let i = 0; i < 50; i++) await sender(kinds)(sql, 'greet', { name: 'all' })
  })
  await idle.stop()

  const server = await startServer(kinds, { greet: async () => void runs++ })
  await server.drain()

  expect(runs).toBe(1)
})

test('a daily job runs once a day, however many servers there are, and makes up for no missed day', async () => {
  const { clock, startServer } = await jobServers()
  const kinds = { tidy: kind({ ...greeting(), payload: z.object({}), key, repeats: daily(3, 20) }) }
  let runs = 0
  const work = { tidy: async () => void runs++ }
  const servers = [await startServer(kinds, work), await startServer(kinds, work)]
  const start = clock.now().getTime()
  const runsOn = async (days: number) => {
    clock.moveTo(Math.ceil(start / DAY_MS + days) * DAY_MS - start)
    await Promise.all(servers.map((server) => server.drain()))
    return runs
  }

  // Today's time may have passed: the count starts at the next midnight.
  const before = await runsOn(0)

  expect(await runsOn(1)).toBe(before + 1)
  expect(await runsOn(2)).toBe(before + 2)
  expect(await runsOn(9)).toBe(before + 3)
  expect(await runsOn(10)).toBe(before + 4)
})

test('a release that runs a job more often does not wait for the run that the one before planned', async () => {
  const { clock, startServer } = await jobServers()
  const tidy = { ...greeting(), payload: z.object({}), key }
  let runs = 0
  const work = { tidy: async () => void runs++ }
  const before = await startServer({ tidy: kind({ ...tidy, repeats: daily(3, 20) }) }, {})
  await before.stop()
  const server = await startServer({ tidy: kind({ ...tidy, repeats: everyMinutes(5) }) }, work)

  clock.moveTo(5 * MINUTE_MS)
  await server.drain()

  expect(runs).toBeGreaterThan(0)
})

test('requests come in between while scheduled jobs are planned', async () => {
  const { db, clock, log } = await jobServers()
  const tidy = kind({ ...greeting(), payload: z.object({}), key, repeats: daily(3, 20) })
  const kinds = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`tidy-${n}`, tidy]))
  const jobs = await startJobs({ db, clock, log, kinds, work: {} })
  onTestFinished(() => jobs.stop(0))
  const seen: number[] = []
  const request = () =>
    inRequest('a-request-of-the-test', async () => {
      const { rows } = await db.ask<{ planned: number }>(theServer, {
        text: 'select count(*)::int as planned from ops.jobs',
      })
      seen.push(rows[0]?.planned ?? 0)
    })

  let isOver = false
  const planning = jobs.begin().then(() => {
    isOver = true
  })
  while (!isOver) await request()
  await planning
  await request()

  expect(seen.at(-1)).toBe(12)
  expect(seen.some((planned) => planned > 0 && planned < 12)).toBe(true)
})

test('the numbers of waiting, running and failed jobs are known for each kind', async () => {
  const { db, within, clock, startServer } = await jobServers()
  const kinds = { greet: greeting({ concurrency: 1 }), tidy: greeting() }
  const send = sender(kinds)
  const { open, opened } = gate()
  const server = await startServer(kinds, {
    greet: () => opened,
    tidy: async () => {
      throw new GiveUp('Untidy')
    },
  })
  const after = new Date(clock.now().getTime() + MINUTE_MS)

  await within(async (sql) => {
    await send(sql, 'greet', { name: 'Ada' })
    await send(sql, 'greet', { name: 'Bob' })
    await send(sql, 'greet', { name: 'Cleo' }, { after })
    await send(sql, 'tidy', { name: 'Dora' })
  })

  await expect
    .poll(() => jobStats(db))
    .toEqual([
      { kind: 'greet', waiting: 2, running: 1, failed: 0, oldest_at: expect.any(Date) },
      { kind: 'tidy', waiting: 0, running: 0, failed: 1, oldest_at: null },
    ])
  open()
  await server.drain()
  expect((await jobStats(db))[0]).toEqual({
    kind: 'greet',
    waiting: 1,
    running: 0,
    failed: 0,
    oldest_at: null,
  })
})

const key = () => 'all'

/** A server that notes whom it has greeted. */
async function greetingServer() {
  const servers = await jobServers()
  const kinds = { greet: greeting() }
  const greeted: string[] = []
  const server = await servers.startServer(kinds, {
    greet: async ({ payload }) => void greeted.push(payload.name),
  })

  return { ...servers, kinds, greeted, server }
}

const greeting = (more: Partial<Omit<JobKind, 'payload' | 'key'>> = {}) =>
  kind({
    payload: z.object({ name: z.string() }),
    retries: { most: 2, firstWaitS: 60 },
    concurrency: 4,
    timeLimitS: 20,
    ...more,
  })
