import {
  type SoftAuthenticator,
  softAuthenticator,
} from '@app/platform/test/identity/soft-authenticator.ts'
import { chooseAnySession, type Step } from './choose.ts'
import { endSession, gain, type Span } from './effects.ts'
import type { Account, Actor, Passkey, Session } from './facts.ts'
import { send } from './send.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, violate, type World } from './world.ts'

export const passkeySteps: Step[] = [
  {
    name: 'add a passkey',
    weight: 6,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? add(world, session) : false
    },
  },
  {
    name: 'sign in with a passkey',
    weight: 6,
    run: async (world) => {
      const passkey = choosePasskey(world, () => true)
      return passkey ? signInWithPasskey(world, passkey.actor, passkey) : false
    },
  },
  {
    name: 'remove a passkey',
    weight: 4,
    run: async (world) => {
      const session = chooseAnySession(world)
      // Mostly one of the account; sometimes another account's, which must stay.
      const isOwn = world.pick.chance(0.85)
      const passkey =
        session && choosePasskey(world, (one) => !isOwn || one.accountId === session.accountId)
      return session && passkey ? remove(world, session, passkey) : false
    },
  },
]

type Asked<Options> = { challenge_id?: string; options: Options }

/** Once the account has a verified factor, a passkey needs aal2. */
export async function add(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const asked = await send<Asked<Parameters<SoftAuthenticator['create']>[0]>>(world, {
    actor,
    session,
    path: '/passkeys/registration/options',
    body: {},
    assured: true,
  })
  if (!asked.body.challenge_id) return true

  const key = softAuthenticator()
  const isRight = world.pick.chance(0.93)
  const reply = await send<{ id: string }>(world, {
    actor,
    session,
    path: '/passkeys/registration/verify',
    body: {
      challenge_id: asked.body.challenge_id,
      credential: key.create(asked.body.options, isRight ? {} : LIE),
    },
    assured: true,
  })
  if (!reply.ok) return true
  if (!isRight) violate(world, 'a wrong credential is no passkey', actor.name)
  const passkey = { id: reply.body.id, key, actor, accountId, removed: null }
  accountOf(world, accountId).passkeys.push(passkey)
  return world.pick.chance(0.6) ? signInWithPasskey(world, actor, passkey) : true
}

const LIE = { origin: 'https://attacker.example.test' }

export async function signInWithPasskey(
  world: World,
  actor: Actor,
  passkey: Passkey,
): Promise<boolean> {
  const asked = await send<Asked<Parameters<SoftAuthenticator['get']>[0]>>(world, {
    actor,
    path: '/passkeys/authentication/options',
    body: {},
  })
  if (!asked.body.challenge_id) return true

  const isRight = world.pick.chance(0.93)
  const body = {
    challenge_id: asked.body.challenge_id,
    credential: passkey.key.get(asked.body.options, isRight ? {} : LIE),
  }
  const path = '/passkeys/authentication/verify'
  const reply = await send(world, { actor, path, body })
  if (!reply.ok) return true
  if (!isRight) violate(world, 'a wrong signature opens nothing', actor.name)
  if (passkey.removed && passkey.removed.at < reply.began) {
    violate(world, 'a removed passkey opens nothing', `after ${passkey.removed.why}`)
  }
  const session = gain(world, actor, reply.body, {
    origin: 'passkey',
    passkeyId: passkey.id,
    ...spanOf(reply),
  })
  if (session && session.accountId !== passkey.accountId) {
    violate(world, 'a passkey opens its own account', actor.name)
  }
  const again = await send(world, { actor, path, body })
  if (again.ok) violate(world, 'a challenge is answered once', actor.name)
  return true
}

async function remove(world: World, session: Session, passkey: Passkey): Promise<boolean> {
  const { actor, accountId } = session
  const reply = await send(world, {
    actor,
    session,
    method: 'DELETE',
    path: `/passkeys/${passkey.id}`,
    assured: true,
  })
  if (!reply.ok) return true
  if (accountId !== passkey.accountId) {
    violate(world, 'a passkey is removed only by its account', actor.name)
  }
  endPasskey(world, passkey, session, spanOf(reply))
  return true
}

/** The other sessions that it opened end with it, and those minted from them. */
function endPasskey(world: World, passkey: Passkey, keep: Session, { began, at }: Span): void {
  const end = { at, why: 'removal of the passkey' }
  passkey.removed ??= end

  for (const session of world.sessions.values()) {
    const isIts = session.passkeyId === passkey.id && session !== keep
    if (isIts && session.since < began) endSession(world, session, end)
  }
}

/** Sometimes one that was removed. */
function choosePasskey(
  { pick, accounts }: World,
  isWanted: (passkey: Passkey) => boolean,
): Passkey | undefined {
  const all = [...accounts.values()].flatMap(({ passkeys }: Account) => passkeys).filter(isWanted)
  const live = all.filter(({ removed }) => !removed)

  return pick.chance(0.8) && live.length > 0 ? pick.oneOf(live) : pick.oneOf(all)
}
