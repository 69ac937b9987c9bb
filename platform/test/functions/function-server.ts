import { randomUUID } from 'node:crypto'
import { FunctionsClient } from '@supabase/functions-js'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { clientAddresses } from '#http/frame/client-address.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { honoHandler } from '#http/frame/handlers.ts'
import { listen } from '#http/frame/listen.ts'
import { requestFrame } from '#http/frame/request-frame.ts'
import { functionHost } from '#http/functions/host.ts'
import type { ServerFunction } from '#http/functions/server-function.ts'
import { admitCaller } from '#identity/sessions/admit-caller.ts'
import { rateLimits } from '#limits/rate-limits.ts'
import { openLog } from '#log/log.ts'
import { openMetrics } from '#log/metrics.ts'
import { type Person, testPeople } from '#test/test-people.ts'
import { openApiKeys } from '#tokens/api-keys.ts'
import { openTokens } from '#tokens/open-tokens.ts'

const SECRET = 'a secret for tests, at least 32 characters long'
const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

/** A host of the test's functions with the real identity service. */
export async function startFunctions(
  functions: Record<string, ServerFunction<undefined>>,
  { limitMs = 10_000 }: { limitMs?: number } = {},
) {
  const people = await testPeople()
  const { db } = people
  const tokens = await openTokens({ jwks: [], secret: SECRET }, machineClock)
  const apiKeys = openApiKeys(
    { publishable: null, secret: SECRET_KEY, anon: null, serviceRole: null },
    tokens,
  )
  const logged: string[] = []
  const log = openLog({ level: 'info', destination: { write: (line) => logged.push(line) } })
  const metrics = openMetrics()
  const limits = rateLimits(db)
  const host = functionHost(functions, undefined, {
    tokens,
    apiKeys,
    admit: (bearer, rate) => admitCaller({ limits, clock: machineClock }, bearer, rate),
    log,
    metrics,
    limitMs,
  })
  const app = new Hono<RequestContext>().route('/functions/v1', host)
  const frame = { log, metrics, addressOf: clientAddresses([]), isSecure: false }
  const listener = await listen(requestFrame(frame, honoHandler(app)), {
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(() => listener.drain())
  const url = `http://127.0.0.1:${listener.port}/functions/v1`

  return {
    ...people,
    url,
    logged,
    secretKey: SECRET_KEY,
    numbers: async () => (await metrics.page()).text,
    sign,
    /** A token of an existing session. */
    signIn: async (person: Person) => {
      const id = randomUUID()
      await people.sql(
        `insert into auth.sessions (id, user_id, refresh_key_sealed) values ($1, $2, 'enc1.unused')`,
        [id, person.id],
      )
      return { id, token: await sign({ ...person.claims, session_id: id }) }
    },
    clientOf: (token: string) =>
      new FunctionsClient(url, { headers: { Authorization: `Bearer ${token}` } }),
    call: (name: string, init: RequestInit = {}) =>
      fetch(`${url}/${name}`, { method: 'POST', ...init }),
  }
}

export const sign = (claims: Record<string, unknown>, secret = SECRET): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
