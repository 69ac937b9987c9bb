import { expect, test } from 'vitest'
import { type MovableClock, movableClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Limit } from '#limits/limit.ts'
import { type RateLimits, rateLimits } from '#limits/rate-limits.ts'
import { recycledDatabase } from './recycled-database.ts'

const HOUR_MS = 3_600_000
/** Refills next to nothing while a test runs. */
const LARGE: Limit = { burst: 300, perSecond: 1 / 3600, inPortions: true }
const KEY = 'functions ada'

test('two servers exceed a limit by a portion each at most, and whatever they took is charged', async () => {
  const { servers, tokens } = await serversWithLimits(2)

  await takeOf(servers, KEY, LARGE, 2)
  const { taken } = await takeOf(servers, KEY, LARGE, 500)
  await Promise.all(servers.map((server) => server.charge()))
  const left = await tokens(KEY)
  const second = await takeOf(servers, KEY, LARGE, 100)

  expect(taken).toBeGreaterThanOrEqual(298)
  expect(taken).toBeLessThanOrEqual(338)
  expect(left).toBeCloseTo(298 - taken, 0)
  expect(second.taken).toBe(0)
})

test.each([
  ['without portions', { burst: 300, perSecond: 1 / 3600 }, 300],
  ['too small for portions', { burst: 39, perSecond: 1 / 3600, inPortions: true }, 39],
])('a limit %s is exact on two servers', async (_, limit, most) => {
  const { servers } = await serversWithLimits(2)

  await takeOf(servers, KEY, limit, 2)
  const { taken } = await takeOf(servers, KEY, limit, most + 50)

  expect(taken).toBe(most - 2)
})

test('uses are charged together, and refusals come from memory', async () => {
  const { db, servers, statements } = await serversWithLimits(1)
  const people = Array.from({ length: 50 }, (_, n) => `functions person-${n}`)
  for (const key of people) await takeOf(servers, key, LARGE, 1)

  const before = statements()
  for (const key of people) expect(await takeOf(servers, key, LARGE, 15)).toEqual({ taken: 15 })
  const whileCounting = statements() - before
  await servers[0]?.charge()
  const charging = statements() - before
  const { rows } = await serverSql(db).query('select round(tokens) from ops.rate_limits group by 1')
  await takeOf(servers, KEY, LARGE, 310)
  const empty = statements()
  const refused = await takeOf(servers, KEY, LARGE, 1_000)

  expect([whileCounting, charging]).toEqual([0, 1])
  expect(rows).toEqual([{ round: 284 }])
  expect(refused.taken).toBe(0)
  expect(refused.retryAfterS).toBeGreaterThan(3500)
  expect(statements()).toBe(empty)
})

test('a killed server leaves a portion uncharged, and gives nobody less', async () => {
  const { db, servers, tokens } = await serversWithLimits(1)
  await takeOf(servers, KEY, LARGE, 1)
  const counted = await takeOf(servers, KEY, LARGE, 15)

  const next = await takeOf([rateLimits(db)], KEY, LARGE, 400)

  expect(counted).toEqual({ taken: 15 })
  expect(next.taken).toBe(299)
  expect(await tokens(KEY)).toBeLessThan(1)
})

test('what is counted in memory follows the clock, and does not outlive its bucket', async () => {
  const clock = movableClock()
  const { db, servers, tokens } = await serversWithLimits(1, clock)
  const perSecond = { ...LARGE, perSecond: 1 }
  const spent = await takeOf(servers, KEY, perSecond, 400)

  clock.moveTo(HOUR_MS)
  const later = await takeOf(servers, KEY, perSecond, 10)
  clock.moveTo(0)
  const setBack = await takeOf(servers, KEY, perSecond, 10)
  await takeOf(servers, KEY, perSecond, 10)
  await serverSql(db).query('delete from ops.rate_limits')
  await servers[0]?.charge()

  expect(spent.taken).toBeGreaterThanOrEqual(300)
  expect(later).toEqual({ taken: 10 })
  expect(setBack).toEqual({ taken: 10 })
  expect(await tokens(KEY)).toBeUndefined()
})

test('a caller who may not take uses no token, also one counted in memory', async () => {
  const { servers, tokens } = await serversWithLimits(1)
  const [server] = servers as [RateLimits]
  const ask = (mayTake: boolean) =>
    server.takeFor({ text: 'select $1::boolean as may_take', values: [mayTake] }, KEY, LARGE)

  for (const mayTake of [false, true, false, true, false]) await ask(mayTake)
  await expect(
    server.takeFor({ text: 'select 1 / $1::int as may_take', values: [0] }, KEY, LARGE),
  ).rejects.toThrow('division by zero')
  await server.charge()

  expect(await tokens(KEY)).toBeCloseTo(298, 0)
})

test('uses stay counted while the database cannot charge them', async () => {
  const { db, tokens } = await serversWithLimits(1)
  let isAway = false
  const failing: Database = {
    ...db,
    ask: (...args) => (isAway ? Promise.reject(new Error('away')) : db.ask(...args)),
  }
  const server = rateLimits(failing)
  await takeOf([server], KEY, LARGE, 1)
  await takeOf([server], KEY, LARGE, 9)

  isAway = true
  await expect(server.charge()).rejects.toThrow('away')
  isAway = false
  await server.charge()

  expect(await tokens(KEY)).toBeCloseTo(290, 0)
})

async function serversWithLimits(count: number, clock: MovableClock = movableClock()) {
  const db = await recycledDatabase(clock)
  let statements = 0
  const counted: Database = {
    ...db,
    ask: (...args) => {
      statements += 1
      return db.ask(...args)
    },
  }

  return {
    db,
    servers: Array.from({ length: count }, () => rateLimits(counted, undefined, clock)),
    statements: () => statements,
    tokens: async (key: string) => {
      const { rows } = await serverSql(db).query<{ tokens: number }>(
        'select tokens from ops.rate_limits where key = $1',
        [key],
      )
      return rows[0]?.tokens
    },
  }
}

/** Asks the servers in turn, all at once. */
async function takeOf(servers: RateLimits[], key: string, limit: Limit, times: number) {
  const answers = await Promise.allSettled(
    Array.from({ length: times }, (_, n) => servers[n % servers.length]?.take(key, limit)),
  )
  const refused = answers.filter((one) => one.status === 'rejected')
  const retryAfterS = (refused[0]?.reason as { retryAfterS?: number } | undefined)?.retryAfterS

  return { taken: times - refused.length, ...(retryAfterS && { retryAfterS }) }
}
