import {
  type SoftAuthenticator,
  softAuthenticator,
} from '@app/platform/test/identity/soft-authenticator.ts'
import { Secret, TOTP } from 'otpauth'
import { chooseAnySession, type Step } from './choose.ts'
import { claimsOf, endSessions, type Span } from './effects.ts'
import type { Account, Factor, Session, Tick } from './facts.ts'
import { type Reply, send } from './send.ts'
import type { Between } from './steps-account.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, violate, type World } from './world.ts'

export const factorSteps: Step[] = [
  {
    name: 'enrol a factor',
    weight: 2.5,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? enrol(world, session) : false
    },
  },
  {
    name: 'answer a factor',
    weight: 4.5,
    run: async (world) => {
      const session = chooseWithFactor(world)
      return session ? answer(world, session) : false
    },
  },
  {
    name: 'remove a factor',
    weight: 2,
    run: async (world) => {
      const session = chooseWithFactor(world)
      return session ? remove(world, session) : false
    },
  },
  {
    name: 'generate recovery codes',
    weight: 1.5,
    run: async (world) => {
      const session = chooseWithFactor(world)
      return session ? generateCodes(world, session) : false
    },
  },
  {
    name: 'answer with a recovery code',
    weight: 2,
    run: async (world) => {
      const session = chooseWithFactor(world)
      return session ? answerWithCode(world, session) : false
    },
  },
]

function chooseWithFactor(world: World): Session | undefined {
  const session = chooseAnySession(world)
  if (session && liveFactors(accountOf(world, session.accountId)).length > 0) return session
  const others = [...world.sessions.values()].filter(
    ({ accountId, ended }) => !ended && liveFactors(accountOf(world, accountId)).length > 0,
  )
  return world.pick.oneOf(others)
}

const liveFactors = ({ factors }: Account) => factors.filter(({ removed }) => !removed)

/** Once the account has a verified factor, a further one needs aal2. */
export async function enrol(world: World, session: Session, between?: Between): Promise<boolean> {
  const { actor, accountId } = session
  const isKey = world.pick.chance(0.4)
  const factor_type = isKey ? 'webauthn' : 'totp'
  const friendly_name = `factor ${world.nextNumber()}`
  const reply = await send<{ id: string; totp?: { secret: string } }>(world, {
    actor,
    session,
    path: '/factors',
    body: { factor_type, friendly_name },
    assured: true,
    between,
  })
  if (!reply.ok) return true

  const { id, totp } = reply.body
  const factor: Factor = {
    id,
    secret: totp?.secret ?? '',
    key: isKey ? softAuthenticator() : null,
    actor,
    accountId,
    verifiedAt: null,
    removed: null,
  }
  accountOf(world, accountId).factors.push(factor)
  return world.pick.chance(0.7) ? answer(world, session, factor) : true
}

async function answer(world: World, session: Session, chosen?: Factor): Promise<boolean> {
  const { actor, accountId } = session
  const account = accountOf(world, accountId)
  // No actor knows another's secret.
  const own = liveFactors(account).filter((factor) => factor.actor === actor)
  const factor = chosen ?? world.pick.oneOf(own.length > 0 ? own : liveFactors(account))
  if (!factor) return false
  const path = `/factors/${factor.id}`
  const challenge = await send<Challenge>(world, {
    actor,
    session,
    path: `${path}/challenge`,
    body: {},
  })
  if (!challenge.body.id) return true

  const isRight = factor.actor === actor && world.pick.chance(0.9)
  const body = {
    challenge_id: challenge.body.id,
    ...proofOf(world, factor, challenge.body, isRight),
  }
  const reply = await send<Tokens>(world, { actor, session, path: `${path}/verify`, body })
  if (!reply.ok) return true
  if (!isRight) violate(world, 'a wrong code raises nothing', factor.id)
  factor.verifiedAt ??= reply.at
  raise(world, session, factor.id, reply)
  for (const other of liveFactors(account)) {
    const isSameKind = (other.key === null) === (factor.key === null)
    const isUnfinished = other.verifiedAt === null && other !== factor && isSameKind
    if (isUnfinished) other.removed = { at: reply.at, why: 'another was verified' }
  }
  return true
}

type Challenge = { id?: string; webauthn?: { type: string; credential_options: KeyOptions } }
type KeyOptions = { publicKey: Parameters<SoftAuthenticator['create']>[0] }

/** An app's code, or a security key's answer: its credential at first, then a signature. */
function proofOf(world: World, { secret, key }: Factor, { webauthn }: Challenge, isRight: boolean) {
  if (!key || !webauthn) return { code: isRight ? codeNow(world, secret) : 'abcdef' }
  const lies = isRight ? {} : { origin: 'https://attacker.example.test' }
  const options = webauthn.credential_options.publicKey
  const credential_response =
    webauthn.type === 'create' ? key.create(options, lies) : key.get(options, lies)

  return { webauthn: { type: webauthn.type, credential_response } }
}

type Tokens = { access_token?: string; refresh_token?: string }

/** The session is at its second level; others that are not end. */
function raise(world: World, session: Session, factorId: string, reply: Reply<Tokens>): void {
  const { access_token: access = '', refresh_token: refresh = '' } = reply.body
  if (claimsOf(access).session_id !== session.id) {
    violate(world, 'a factor raises the session that answered', session.id)
  }
  session.olderAccess.push(session.access)
  session.access = access
  // The counter moves by two, so that the token from before never yields aal2.
  session.refresh.push('', refresh)
  session.rotatedAtMs = world.server.clock.now().getTime()
  session.raised = { factorId, from: reply.began, until: Number.POSITIVE_INFINITY }
  const account = accountOf(world, session.accountId)
  endSessions(world, account, {
    ...spanOf(reply),
    why: 'a second factor elsewhere',
    except: session,
    onlyLow: true,
  })
}

async function remove(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const account = accountOf(world, accountId)
  const factor = world.pick.oneOf(liveFactors(account))
  if (!factor) return false
  const reply = await send(world, {
    actor,
    session,
    method: 'DELETE',
    path: `/factors/${factor.id}`,
    assured: factor.verifiedAt !== null,
  })
  if (reply.ok) lower(world, account, factor.id, spanOf(reply))
  return true
}

/** A removed factor no longer holds up the sessions it raised. */
export function lower(world: World, account: Account, factorId: string, { at }: Span): void {
  for (const factor of account.factors) {
    if (factor.id === factorId) factor.removed ??= { at, why: 'removal' }
  }
  for (const session of world.sessions.values()) {
    const isIts = session.raised?.factorId === factorId && session.raised.until > at
    if (isIts && session.raised) session.raised = { ...session.raised, until: at as Tick }
  }
}

export async function generateCodes(world: World, session: Session, between?: Between) {
  const { actor, accountId } = session
  const path = world.pick.chance(0.7) ? '' : '/regenerate'
  const reply = await send<{ id: string; codes: string[] }>(world, {
    actor,
    session,
    path: `/factors/recovery-codes${path}`,
    body: {},
    assured: true,
    between,
  })
  if (!reply.ok) return true

  const account = accountOf(world, accountId)
  const factorId = reply.body.id
  account.recoveryCodes = reply.body.codes.map((text) => ({ text, factorId, actor, used: null }))
  return true
}

async function answerWithCode(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const { recoveryCodes } = accountOf(world, accountId)
  const code = world.pick.oneOf(recoveryCodes.filter((one) => one.actor === actor).slice(0, 3))
  if (!code) return false
  const reply = await send<Tokens>(world, {
    actor,
    session,
    path: '/factors/recovery-codes/verify',
    body: { code: code.text },
  })
  if (!reply.ok) return true
  if (code.used !== null) violate(world, 'a recovery code is used once', actor.name)
  code.used = reply.at
  raise(world, session, code.factorId, reply)
  return true
}

const codeNow = ({ server }: World, secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.clock.now().getTime() })
