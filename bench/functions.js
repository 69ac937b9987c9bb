// An empty function, open and for members, against a bare handler on the same kind of server: rates, and the CPU of
// this process, which also runs the client. The members' limits are real, but wide.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compareCpu, reportCpu } from './cpu.js'
import { clock, onBoth } from './databases.js'
import { openServer } from './http-server.js'
import { compare, report } from './measure.js'
import { source } from './source.js'
import { apiKeys, sign, silentLog, tokens } from './tokens.js'

const { theServer } = await source('platform/src/db/database.ts')
const { functionHost } = await source('platform/src/http/functions/host.ts')
const { memberFunction, openFunction } = await source(
  'platform/src/http/functions/server-function.ts',
)
const { admitCaller } = await source('platform/src/identity/sessions/admit-caller.ts')
const { rateLimits } = await source('platform/src/limits/rate-limits.ts')

const WIDE = { burst: 1e9, perSecond: 1e9 }

const empty = async () => new Response(null, { status: 204 })

await onBoth(async (db, name) => {
  const host = functionHost(
    { open: openFunction('POST', empty), member: memberFunction('POST', empty) },
    undefined,
    {
      tokens,
      apiKeys,
      admit: (bearer, { bucket }) =>
        admitCaller({ limits: rateLimits(db), clock }, bearer, { bucket, limit: WIDE }),
      log: silentLog,
      metrics: { functionAnswered() {} },
      limitMs: 10_000,
    },
  )
  const functions = await openServer('/functions/v1', host)
  const bare = await openServer(
    '/functions/v1',
    new Hono().post('/bare', () => empty()),
  )
  // One member's calls would wait for each other at their own limit.
  const members = await Promise.all(Array.from({ length: 10 }, () => memberToken(db)))

  const contestants = {
    'bare handler': () => bare.ask('/bare', { method: 'POST' }),
    'open function': () => functions.ask('/open', { method: 'POST' }),
    'member function': (turn) => {
      const authorization = `Bearer ${members[turn % members.length]}`
      return functions.ask('/member', { method: 'POST', headers: { authorization } })
    },
  }

  const title = `${name}, empty function, ten at once`
  report(title, await compare(contestants, { atOnce: 10 }), 'bare handler')
  const cpu = await compareCpu(contestants, { atOnce: 10, to: 'open function' })
  reportCpu(title, cpu, 'open function')
  await functions.close()
  await bare.close()
})
process.exit(0)

async function memberToken(db) {
  const id = randomUUID()
  const session = randomUUID()
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2, '{}')`,
    values: [id, `${id}@example.test`],
  })
  await db.ask(theServer, {
    text: `insert into auth.sessions (id, user_id, refresh_key_sealed) values ($1, $2, 'enc1.unused')`,
    values: [session, id],
  })

  return sign({ sub: id, role: 'authenticated', session_id: session })
}
