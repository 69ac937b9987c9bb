import { chooseActor, chooseAddress, chooseAnySession, chooseSession, type Step } from './choose.ts'
import {
  addCredential,
  endCredentials,
  endFlows,
  endMails,
  endSessions,
  type Span,
} from './effects.ts'
import type { Account, Actor, Session } from './facts.ts'
import { codeOf, type Reply, send } from './send.ts'
import { maybePkce, spanOf } from './steps-sign-up.ts'
import { accountOf, newPassword, violate, type World } from './world.ts'

export type Between = (() => Promise<void>) | undefined

export const accountSteps: Step[] = [
  {
    name: 'read the account',
    weight: 1,
    run: async (world) => {
      const session = chooseAnySession(world)
      if (!session) return false
      await send(world, { actor: session.actor, session, path: '/user' })
      return true
    },
  },
  {
    name: 'change the password',
    weight: 2.5,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? changePassword(world, session) : false
    },
  },
  {
    name: 'change the address',
    weight: 7,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? changeAddress(world, session) : false
    },
  },
  {
    name: 'change metadata',
    weight: 1,
    run: async (world) => {
      const session = chooseAnySession(world)
      return session ? changeMetadata(world, session) : false
    },
  },
  {
    name: 'convert an anonymous account',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const session = chooseAnonymous(world, actor)
      return session ? convert(world, session) : false
    },
  },
  {
    name: 'reauthenticate',
    weight: 1,
    run: async (world) => {
      const session = chooseAnySession(world)
      if (!session) return false
      await send(world, { actor: session.actor, session, path: '/reauthenticate' })
      return true
    },
  },
  {
    name: 'delete the own account',
    weight: 0.7,
    run: async (world) => {
      const session = chooseSession(world, chooseActor(world))
      return session ? deleteAccount(world, session) : false
    },
  },
]

export async function changePassword(world: World, session: Session, between?: Between) {
  const { actor, accountId } = session
  const account = accountOf(world, accountId)
  const password = newPassword(world, actor)
  const current = chooseCurrent(world, actor, account)
  const reply = await send(world, {
    actor,
    session,
    method: 'PUT',
    path: '/user',
    body: { password, ...current },
    assured: true,
    between,
  })
  if (!reply.ok) return true

  checkCurrent(world, session, account, current.current_password, reply)
  actor.passwords.push({ address: userOf(world, accountId)?.email ?? '', text: password })
  replacePassword(world, account, { text: password, keep: session, ...spanOf(reply) })
  return true
}

type Replacement = Span & { text: string; keep: Session | null }

export function replacePassword(world: World, account: Account, replacement: Replacement): void {
  const { text, keep, began, at } = replacement
  const why = 'password change'

  endCredentials(account, at)
  for (const session of world.sessions.values()) {
    const isStale = session.accountId === account.id && session.credential?.until === at
    if (isStale && session !== keep) session.ended ??= { at, why }
  }
  addCredential(account, text, began)
  endSessions(world, account, { began, at, why, except: keep })
  endMails(world, account, { began, at, why })
  endFlows(world, account, { began, at, why })
  account.pendingCancelled = { began }
}

/** The right one, a wrong one, an empty one or none. */
function chooseCurrent({ pick }: World, { passwords }: Actor, { credentials }: Account) {
  const right = credentials.find(({ until }) => until === Number.POSITIVE_INFINITY)?.text
  const isKnown = passwords.some(({ text }) => text === right)
  const choice = pick.below(10)
  if (choice < 6 && right && isKnown) return { current_password: right }
  if (choice < 8) return {}

  return { current_password: choice === 8 ? '' : 'not the current one' }
}

/** Not checked where parallel changes leave open which password was the current one. */
function checkCurrent(
  world: World,
  session: Session,
  { credentials }: Account,
  given: string | undefined,
  { began, at }: Span,
): void {
  const during = credentials.filter(({ from, until }) => from <= at && until >= began)
  const [only, ...others] = during
  if (!only || others.length > 0 || session.isFromMailbox || only.from > began) return

  if (given !== only.text) {
    violate(world, 'a password change needs the current password', `given: ${given ?? 'none'}`)
  }
}

export async function changeAddress(world: World, session: Session, between?: Between) {
  const { actor, accountId } = session
  const email = chooseAddress(world, actor)
  const reply = await send(world, {
    actor,
    session,
    method: 'PUT',
    path: '/user',
    body: { email, ...maybePkce(world, actor) },
    // The address one has already is no change.
    assured: email !== userOf(world, accountId)?.email,
    between,
  })
  if (reply.ok) accountOf(world, accountId).pendingRequestedAt = reply.at
  checkNoOracle(world, email, reply)
  return true
}

/** Signed-in callers learn no more about others' addresses than anybody else. */
function checkNoOracle(world: World, email: string, reply: Reply): void {
  if (codeOf(reply) === 'email_exists') {
    violate(world, 'answers do not tell who is known', `address change to ${email}`)
  }
}

async function changeMetadata(world: World, session: Session, between?: Between) {
  const { actor } = session
  const body = { data: { submitted_by: actor.name } }
  await send(world, { actor, session, method: 'PUT', path: '/user', body, between })
  return true
}

function chooseAnonymous(world: World, actor: Actor): Session | undefined {
  const ids = new Set(world.seen.users.filter((one) => one.is_anonymous).map(({ id }) => id))

  return world.pick.oneOf(actor.sessions.filter((one) => ids.has(one.accountId) && !one.ended))
}

async function convert(world: World, session: Session): Promise<boolean> {
  const { actor, accountId } = session
  const email = chooseAddress(world, actor)
  const text = newPassword(world, actor)
  const body = world.pick.chance(0.7) ? { email, password: text } : { email }
  const reply = await send(world, { actor, session, method: 'PUT', path: '/user', body })

  checkNoOracle(world, email, reply)
  if (!reply.ok) return true
  const account = accountOf(world, accountId)
  account.pendingRequestedAt = reply.at
  if ('password' in body) account.mayLoseSessions = reply.at
  // A later request replaces the one before, with its password.
  account.waiting = 'password' in body ? [{ address: email, text, actor }] : []
  actor.passwords.push({ address: email, text })
  return true
}

export async function deleteAccount(world: World, session: Session, between?: Between) {
  const { actor, accountId } = session
  const confirmation = userOf(world, accountId)?.email ?? ''
  const reply = await send(world, {
    actor,
    session,
    surface: 'functions',
    path: '/delete-account',
    body: { confirmation },
    assured: true,
    between,
  })
  if (reply.ok) forgetAccount(world, accountOf(world, accountId), spanOf(reply))
  return true
}

export function forgetAccount(world: World, account: Account, { began, at }: Span): void {
  const why = 'deletion'
  account.deleted = { at, why }
  endCredentials(account, at)
  endSessions(world, account, { began, at, why })
  endMails(world, account, { began, at, why })
  endFlows(world, account, { began, at, why })
}

export const userOf = ({ seen }: World, id: string) => seen.users.find((user) => user.id === id)
