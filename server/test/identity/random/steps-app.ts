import { createHash } from 'node:crypto'
import { chooseAnySession, type Step } from './choose.ts'
import { endSession, gain, renew, type Span } from './effects.ts'
import type { App, AppCode, AppRequest, Session } from './facts.ts'
import { type Reply, send } from './send.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, violate, type World } from './world.ts'

/** Members allow a program access, it takes its code, and they take the access away. */
export const appSteps: Step[] = [
  {
    name: 'allow an app',
    weight: 6,
    run: async (world) => {
      const session = chooseAnySession(world)
      const app = session && (await appOf(world))
      const request = app && (await chooseRequest(world, app))
      return session && request ? decide(world, session, request) : false
    },
  },
  {
    name: 'an app takes its code',
    weight: 4,
    run: async (world) => {
      const fresh = world.appCodes.filter(({ used }) => used === null)
      const code = world.pick.chance(0.8) ? fresh.at(-1) : world.pick.oneOf(world.appCodes)
      return code ? takeCode(world, code) : false
    },
  },
  {
    name: 'an app refreshes',
    weight: 3,
    run: async (world) => {
      const all = [...world.sessions.values()].filter(({ origin }) => origin === 'app')
      const session = world.pick.oneOf(all)
      return session ? refreshApp(world, session) : false
    },
  },
  {
    name: 'take access away',
    weight: 3,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session && world.app.registered ? revoke(world, session) : false
    },
  },
]

const REDIRECT = 'https://app.example.test/callback'

/** Registered once; parallel steps wait for the same one. */
function appOf(world: World): Promise<App | null> {
  world.app.registered ??= registerApp(world)

  return world.app.registered
}

async function registerApp(world: World): Promise<App | null> {
  const body = { client_name: world.name, redirect_uris: [REDIRECT] }
  const path = '/admin/oauth/clients'
  const made = await send<{ client_id: string; client_secret: string }>(world, {
    actor: null,
    path,
    body,
  })

  return made.ok ? { id: made.body.client_id, secret: made.body.client_secret } : null
}

/** Mostly a new one; sometimes one that somebody opened before. */
async function chooseRequest(world: World, app: App): Promise<AppRequest | undefined> {
  if (world.pick.chance(0.3)) return world.pick.oneOf(world.appRequests)
  const verifier = `verifier-${world.nextNumber()}-with-more-than-forty-three-characters`
  const query = new URLSearchParams({
    client_id: app.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: world.pick.chance(0.5) ? 'email' : 'email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await send(world, {
    actor: world.actors.victim,
    path: `/oauth/authorize?${query}`,
  })
  const id = parameterOf(asked.headers.get('location') ?? '', 'authorization_id')
  if (!id) return undefined

  const request = { id, verifier, accountId: null }
  world.appRequests.push(request)
  return request
}

type Decided = { redirect_url?: string }

/** A member sees the request before they answer. What they allowed before is answered at once. */
async function decide(world: World, session: Session, request: AppRequest): Promise<boolean> {
  const { actor, accountId } = session
  const path = `/oauth/authorizations/${request.id}`
  const seen = await send<Decided>(world, { actor, session, path, assured: true })
  if (!seen.ok) return true
  if (request.accountId !== null && request.accountId !== accountId) {
    violate(world, 'a request is for the member who opened it', actor.name)
  }
  request.accountId ??= accountId
  if (seen.body.redirect_url) return allow(world, session, request, seen)

  const action = world.pick.chance(0.8) ? 'approve' : 'deny'
  const body = { action }
  const reply = await send<Decided>(world, {
    actor,
    session,
    path: `${path}/consent`,
    body,
    assured: true,
  })
  if (!reply.ok) return true
  if (action === 'approve') return allow(world, session, request, reply)

  if (parameterOf(reply.body.redirect_url ?? '', 'code')) {
    violate(world, 'a denied request gives no code', actor.name)
  }
  return true
}

async function allow(
  world: World,
  by: Session,
  { verifier }: AppRequest,
  reply: Reply<Decided>,
): Promise<boolean> {
  const text = parameterOf(reply.body.redirect_url ?? '', 'code')
  if (!text) return true
  const account = accountOf(world, by.accountId)
  account.grant = spanOf(reply)
  const code: AppCode = {
    code: text,
    verifier,
    by: { ...by, raised: by.raised && isRaisedDuring(by, reply) ? { ...by.raised } : null },
    issuedAtMs: world.server.clock.now().getTime(),
    since: reply.at,
    used: null,
    session: null,
  }
  world.appCodes.push(code)
  return world.pick.chance(0.6) ? takeCode(world, code) : true
}

const isRaisedDuring = ({ raised }: Session, { began, at }: Span) =>
  raised !== null && raised.from <= at && began <= raised.until

const CODE_LIFE_MS = 60_000
const SLACK_MS = 5_000
/** Requests are deleted some time after their end. */
const KEPT_MS = 5 * 60_000

const ageOf = ({ server }: World, { issuedAtMs }: AppCode) =>
  server.clock.now().getTime() - issuedAtMs

async function takeCode(world: World, code: AppCode): Promise<boolean> {
  const isRight = world.pick.chance(0.9)
  const reply = await askForTokens(world, {
    grant_type: 'authorization_code',
    code: code.code,
    redirect_uri: REDIRECT,
    code_verifier: isRight ? code.verifier : `not-${code.verifier}`,
  })
  if (!reply) return true
  const { used } = code
  if (!reply.ok) {
    // A second use by the right client ends what the first one opened, while the request is kept.
    if (code.session && used !== null && used < reply.began) {
      const end = { at: reply.at, why: 'a code that was used twice' }
      if (ageOf(world, code) <= KEPT_MS) endSession(world, code.session, end)
      accountOf(world, code.by.accountId).mayLoseSessions = reply.at
    }
    return true
  }

  if (!isRight) violate(world, 'a wrong verifier opens nothing', code.by.actor.name)
  if (used !== null) violate(world, 'an app’s code is used once', code.by.actor.name)
  if (ageOf(world, code) > CODE_LIFE_MS + SLACK_MS) {
    violate(world, 'an app’s code lives a minute', code.by.actor.name)
  }
  checkAllowed(world, code.by.accountId, reply)
  code.used = reply.at
  const session = gain(world, code.by.actor, reply.body, { origin: 'app', ...spanOf(reply) })
  if (!session) return true
  if (session.accountId !== code.by.accountId) {
    violate(world, 'a code opens the account that allowed it', code.by.actor.name)
  }
  // Its level is that of the session that allowed it, and no factor lowers it.
  session.raised = code.by.raised && { ...code.by.raised, until: Number.POSITIVE_INFINITY }
  code.session = session
  return true
}

/** Taken away before the call began, and not allowed again since. */
function checkAllowed(world: World, accountId: string, { began, at }: Span): void {
  const { grant, revocation } = accountOf(world, accountId)
  const isGone = revocation && revocation.at < began && (!grant || grant.at < revocation.began)

  if (isGone) violate(world, 'access that was taken away opens nothing', `at ${at}`)
}

async function refreshApp(world: World, session: Session): Promise<boolean> {
  const refresh_token = session.refresh.at(-1)
  if (!refresh_token) return false
  const reply = await askForTokens(world, { grant_type: 'refresh_token', refresh_token })
  if (!reply?.ok) return true

  if (session.ended && session.ended.at < reply.began) {
    violate(world, 'a dead session does nothing', `an app after ${session.ended.why}`)
  }
  renew(world, session, reply.body)
  return true
}

async function revoke(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const app = await appOf(world)
  if (!app) return false
  const reply = await send(world, {
    actor,
    session,
    method: 'DELETE',
    path: `/user/oauth/grants?client_id=${app.id}`,
  })
  if (!reply.ok) return true

  accountOf(world, accountId).revocation = spanOf(reply)
  for (const one of world.sessions.values()) {
    const isIts = one.origin === 'app' && one.accountId === accountId
    if (isIts && one.since < reply.began) {
      endSession(world, one, { at: reply.at, why: 'access taken away' })
    }
  }
  return true
}

type Tokens = { access_token?: string; refresh_token?: string }

async function askForTokens(
  world: World,
  body: Record<string, string>,
): Promise<Reply<Tokens> | null> {
  const app = await appOf(world)
  if (!app) return null
  const client = { client_id: app.id, client_secret: app.secret }

  return send<Tokens>(world, {
    actor: world.actors.bystander,
    path: '/oauth/token',
    body: { ...body, ...client },
  })
}

const parameterOf = (address: string, name: string) =>
  URL.canParse(address) ? new URL(address).searchParams.get(name) : null
