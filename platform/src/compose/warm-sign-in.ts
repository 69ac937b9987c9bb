import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Hono } from 'hono'
import { type Database, type Transaction, theServer } from '#db/database.ts'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import { BASE as AUTH } from '#http/auth/base.ts'
import { authRoutes } from '#http/auth/routes.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { honoHandler } from '#http/frame/handlers.ts'
import { listen } from '#http/frame/listen.ts'
import { requestFrame } from '#http/frame/request-frame.ts'
import { createAccount } from '#identity/accounts/create-account.ts'
import { type HashingScheme, openHasher } from '#identity/passwords/hasher.ts'
import { rateLimits } from '#limits/rate-limits.ts'

/** The second run uses code that V8 has compiled and statements that the database has planned. */
const TIMES = 2
/** Reserved for documentation (RFC 5737), so no client's rate limits are used up. */
const CLIENT = '192.0.2.1'

/**
 * Signs in before the first user does, because the first use of statements, routes and the hash is slow. All rows
 * are rolled back. Never rejects: if warming up fails, the first sign-in is slow and nothing else happens.
 */
export async function warmSignIn(auth: AuthNeeds, hashing?: HashingScheme): Promise<void> {
  const { db } = auth.identity
  // Uses a hasher of its own, so that metrics count no sign-in.
  const hashed = openHasher(undefined, hashing).verify('', null)

  try {
    await db.as(theServer, async (sql) => {
      await signInWithin(sql, auth)
      throw new RolledBack()
    })
  } catch (err) {
    if (!(err instanceof RolledBack)) auth.log.warn({ err }, 'sign-in warm-up failed')
  }
  await hashed
}

class RolledBack extends Error {}

async function signInWithin(sql: Transaction, auth: AuthNeeds): Promise<void> {
  const { identity } = auth
  const email = `${randomUUID()}@warm-up.invalid`
  const row = { email_confirmed_at: identity.clock.now() }
  await createAccount(sql, identity, { email, passwordHash: 'none', data: {}, row })

  const db = within(identity.db, sql)
  // The transaction holds the embedded database's only connection, so the hash is not computed inside it.
  const hasher = { ...identity.hasher, verify: async () => true, isOutdated: () => false }
  const needs = { ...identity, db, limits: rateLimits(db), hasher }
  const routes = authRoutes({
    ...auth,
    identity: needs,
    requireApiKey: false,
    isHuman: null,
    countEvent: () => {},
  })
  const handler = requestFrame(
    {
      log: { requestAnswered: () => {} },
      metrics: { requestAnswered: () => {} },
      addressOf: () => CLIENT,
      isSecure: false,
    },
    honoHandler(new Hono<RequestContext>({ strict: false }).route(AUTH, routes)),
  )
  const listening = await listen(handler, { host: '127.0.0.1', port: 0 })
  try {
    for (let n = 0; n < TIMES; n++) await postSignIn(listening.port, email)
  } finally {
    // No request waits for this: its connections are closed.
    void listening.drain()
  }
}

/** All work happens in one transaction of another database. */
const within = (db: Database, sql: Transaction): Database => ({
  ...db,
  as: (_caller, work) => work(sql),
  ask: (_caller, { text, values = [] }) => sql.query(text, values),
  askAll: (_caller, statements) => sql.queryAll(statements),
})

/** Avoids `fetch`, whose code nothing else needs at startup. */
async function postSignIn(port: number, email: string): Promise<void> {
  const path = `${AUTH}/token?grant_type=password`
  const headers = { 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
  sent.end(JSON.stringify({ email, password: 'none' }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')

  if (answer.statusCode !== 200) throw new Error(`Sign-in was answered ${answer.statusCode}`)
}
