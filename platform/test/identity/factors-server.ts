import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { MovableClock } from '#clock/clock.ts'
import { type Answer, type AuthOptions, type AuthServer, startAuth } from '#test/auth-server.ts'

export const STEP_MS = 30_000
export const MINUTE_MS = 60_000
export const PASSWORD = 'correct-horse'
/** No app ever shows it. */
export const WRONG_CODE = 'abcdef'

/** The identity service with a clock that only tests move, without limits per address. */
export const startFactors = (options?: AuthOptions) => startFactorsOn(startAuth, options)

/** The same on a server that the caller starts. */
export async function startFactorsOn(
  start: (options: AuthOptions) => Promise<AuthServer>,
  { env = {}, ...options }: AuthOptions = {},
) {
  const clock = stillClock()
  const auth = await start({
    ...options,
    clock,
    env: { AUTH_AUTOCONFIRM: 'true', AUTH_RATE_LIMIT_FACTOR: '0', ...env },
  })

  return {
    ...auth,
    forward: clock.forward,
    /** A mail is sent after its due time, and here time does not pass by itself. */
    mailsTo: (address: string) => {
      clock.forward(1000)
      return auth.mailsTo(address)
    },
    /** The code an app shows now, or so many steps from now. */
    codeOf: (secret: string, steps = 0) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: clock.now().getTime() + steps * STEP_MS,
      }),
    newMember: () => newMember(auth),
    signIn: (email: string) => signIn(auth, email),
    enroll: (as: string, friendly_name = '') =>
      auth
        .post<Enrolled>('/factors', { factor_type: 'totp', friendly_name }, { as })
        .then(ok)
        .then(({ id, totp }) => ({ id, ...totp })),
    challenge: (as: string, factorId: string, from?: string) =>
      auth
        .post<{ id: string }>(`/factors/${factorId}/challenge`, {}, { as, ...(from && { from }) })
        .then(ok)
        .then(({ id }) => id),
  }
}

export type FactorsServer = Awaited<ReturnType<typeof startFactorsOn>>

export type Session = {
  access_token: string
  refresh_token: string
  user: { id: string; email: string; factors?: Record<string, unknown>[] }
}
type Enrolled = { id: string; totp: { qr_code: string; secret: string; uri: string } }

/** Challenges the factor and answers with the code of this step, or of one so many steps away. */
export async function verify(
  server: FactorsServer,
  as: string,
  factor: { id: string; secret: string },
  steps = 0,
): Promise<Answer<Session>> {
  const challenge_id = await server.challenge(as, factor.id)

  return server.post<Session>(
    `/factors/${factor.id}/verify`,
    { challenge_id, code: server.codeOf(factor.secret, steps) },
    { as },
  )
}

/** A member whose session is raised to aal2 by an app. The next step has begun, so that its code is fresh. */
export async function memberWithFactor(server: FactorsServer, name = '') {
  const before = await server.newMember()
  const factor = await server.enroll(before.access_token, name)
  const session = ok(await verify(server, before.access_token, factor))
  server.forward(STEP_MS)

  return { before, factor, session, token: session.access_token, email: before.user.email }
}

export function ok<Body>({ status, body }: Answer<Body>): Body {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)

  return body
}

/** A refusal in one line. */
export const refusal = ({ status, body }: Answer<object>) =>
  `${status} ${'code' in body ? body.code : 'no code'}`

export const claimsOf = (
  token: string,
): { aal: string; amr: { method: string }[]; session_id: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function newMember({ post }: AuthServer): Promise<Session> {
  const email = `${randomUUID()}@example.test`

  return ok(await post<Session>('/signup', { email, password: PASSWORD }))
}

async function signIn({ post }: AuthServer, email: string): Promise<Session> {
  return ok(await post<Session>('/token?grant_type=password', { email, password: PASSWORD }))
}

/** In the middle of a step, so that a code belongs to the step a test thinks it does. */
export function stillClock(): MovableClock & { forward(ms: number): void } {
  let now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2
  const start = now

  return {
    now: () => new Date(now),
    offsetMs: () => now - Date.now(),
    moveTo: (offsetMs) => {
      now = start + offsetMs
    },
    forward: (ms) => {
      now += ms
    },
  }
}
