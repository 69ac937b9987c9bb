import { chooseActor, chooseAddress, chooseAnySession, type Step } from './choose.ts'
import { endFlows, endSession, endSessions, gain, renew } from './effects.ts'
import type { Actor, Session } from './facts.ts'
import { codeOf, send } from './send.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, violate, type World } from './world.ts'

const REUSE_MS = 11_000

export const sessionSteps: Step[] = [
  {
    name: 'sign in by password',
    weight: 3,
    run: async (world) => {
      const actor = chooseActor(world)
      const known = actor.passwords.slice(-6)
      const choice = world.pick.oneOf(known)
      const email = world.pick.chance(0.85) ? choice?.address : chooseAddress(world, actor)
      return choice && email ? signInByPassword(world, actor, email, choice.text) : false
    },
  },
  {
    name: 'try an old password',
    weight: 1.5,
    run: async (world) => {
      const actor = chooseActor(world)
      const choice = world.pick.oneOf(actor.passwords)
      const users = world.seen.users.filter((user) => user.has_password && user.is_confirmed)
      const email = world.pick.oneOf(users)?.email
      return choice && email ? signInByPassword(world, actor, email, choice.text) : false
    },
  },
  {
    name: 'refresh',
    weight: 5,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? refresh(world, session) : false
    },
  },
  {
    name: 'sign out',
    weight: 3,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? signOut(world, session) : false
    },
  },
  {
    name: 'mint',
    weight: 3,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? mint(world, session) : false
    },
  },
  {
    name: 'list sessions',
    weight: 1.5,
    run: async (world) => {
      const session = chooseAnySession(world)
      if (!session) return false
      const token = world.pick.chance(0.4) ? session.olderAccess.at(-1) : undefined
      await send(world, {
        actor: session.actor,
        session,
        ...(token && { token }),
        surface: 'functions',
        path: '/list-sessions',
        assured: true,
      })
      return true
    },
  },
  {
    name: 'end one session',
    weight: 2,
    run: async (world) => {
      const session = chooseAnySession(world)
      const target = session && chooseTarget(world, session)
      if (!session || !target) return false
      const reply = await send(world, {
        actor: session.actor,
        session,
        surface: 'functions',
        path: '/end-session',
        body: { sessionId: target.id },
        assured: true,
      })
      if (!reply.ok) return true
      if (target.accountId === session.accountId) {
        endSession(world, target, { at: reply.at, why: 'sign-out of one device' })
      }
      return true
    },
  },
]

/** Mostly one of the same account; sometimes another's. */
function chooseTarget(world: World, { accountId }: Session): Session | undefined {
  const all = [...world.sessions.values()]
  const own = all.filter((one) => one.accountId === accountId)

  return world.pick.oneOf(world.pick.chance(0.8) ? own : all)
}

export async function signInByPassword(
  world: World,
  actor: Actor,
  email: string,
  password: string,
): Promise<boolean> {
  const path = '/token?grant_type=password'
  const reply = await send(world, { actor, path, body: { email, password } })
  if (!reply.ok) return true

  const user = reply.body.user as { id: string }
  const account = accountOf(world, user.id)
  const credential = account.credentials.find(
    ({ text, from, until }) => text === password && from <= reply.at && until >= reply.began,
  )
  if (!credential) {
    violate(world, 'only a rightful password opens an account', `${actor.name} at ${email}`)
  }
  gain(world, actor, reply.body, {
    origin: 'password',
    credential: credential ?? null,
    ...spanOf(reply),
  })
  return true
}

export async function mint(world: World, session: Session): Promise<boolean> {
  const { actor } = session
  const path = '/mint-extension-session'
  const reply = await send(world, { actor, session, surface: 'functions', path, body: {} })
  if (reply.ok) {
    gain(world, actor, reply.body, { origin: 'mint', parent: session, ...spanOf(reply) })
  }
  return true
}

async function refresh(world: World, session: Session): Promise<boolean> {
  const { pick, server } = world
  const { actor } = session
  const isNewest = pick.chance(0.7)
  const token = isNewest ? session.refresh.at(-1) : pick.oneOf(session.refresh)
  if (!token) return false
  const age = session.refresh.length - 1 - session.refresh.indexOf(token)
  const reply = await send<{ access_token?: string; refresh_token?: string }>(world, {
    actor,
    path: '/token?grant_type=refresh_token',
    body: { refresh_token: token },
  })

  if (!reply.ok) {
    if (codeOf(reply) === 'refresh_token_already_used') {
      endSession(world, session, { at: reply.at, why: 'replay of a refresh token' })
    }
    return true
  }
  if (session.ended && session.ended.at < reply.began) {
    violate(world, 'a dead session does nothing', `refresh after ${session.ended.why}`)
  }
  const nowMs = server.clock.now().getTime()
  if (age > 1 && nowMs - session.rotatedAtMs > REUSE_MS) {
    violate(world, 'a refresh token is used once', `${age} rotations old`)
  }
  renew(world, session, reply.body)
  return true
}

const SCOPES = ['local', 'others', 'global'] as const

export async function signOut(
  world: World,
  session: Session,
  scope: (typeof SCOPES)[number] = world.pick.oneOf(SCOPES) ?? 'global',
): Promise<boolean> {
  const { actor } = session
  const reply = await send(world, {
    actor,
    session,
    method: 'POST',
    path: `/logout?scope=${scope}`,
  })
  if (!reply.ok) return true

  const account = accountOf(world, session.accountId)
  const span = spanOf(reply)
  if (scope === 'local') {
    endSession(world, session, { at: reply.at, why: 'sign-out' })
    return true
  }
  const why = scope === 'global' ? 'sign-out everywhere' : 'sign-out elsewhere'
  const onlyLow = !session.raised || session.raised.until < reply.began
  if (scope === 'global') endSession(world, session, { at: reply.at, why })
  endSessions(world, account, { ...span, why, except: session, onlyLow })
  endFlows(world, account, { ...span, why, keepsLiving: true })
  return true
}
