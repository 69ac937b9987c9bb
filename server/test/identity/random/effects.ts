import type { Account, Actor, Credential, Session, SessionOrigin, Tick } from './facts.ts'
import { isBanned } from './send.ts'
import { accountOf, note, violate, type World } from './world.ts'

/** When a call began and was answered: what it ends was there before it began and is gone at its answer. */
export type Span = { began: Tick; at: Tick }

type Tokens = { access_token?: string; refresh_token?: string }
type Gain = Span & {
  origin: SessionOrigin
  credential?: Credential | null
  parent?: Session | null
  /** A passkey's sign-in is at the second level from the start. */
  passkeyId?: string
}
type Claims = { sub: string; session_id: string; aal: string }

export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** An actor was given a session. */
export function gain(world: World, actor: Actor, tokens: Tokens, how: Gain): Session | null {
  if (!tokens.access_token) return null
  const { sub, session_id: id } = claimsOf(tokens.access_token)
  const account = accountOf(world, sub)
  const { origin, credential = null, parent = null, passkeyId, began, at } = how
  const session: Session = {
    id,
    accountId: sub,
    actor,
    access: tokens.access_token,
    olderAccess: [],
    refresh: tokens.refresh_token ? [tokens.refresh_token] : [],
    rotatedAtMs: world.server.clock.now().getTime(),
    began,
    since: at,
    origin,
    isFromMailbox: origin === 'mail' || (parent?.isFromMailbox ?? false),
    credential,
    parent,
    raised: passkeyId
      ? { factorId: passkeyId, from: began, until: Number.POSITIVE_INFINITY }
      : parent?.raised
        ? { ...parent.raised }
        : null,
    passkeyId: passkeyId ?? parent?.passkeyId ?? null,
    ended: null,
    isProbed: false,
  }
  // Minted before its parent was ended together with all others, it ended with them; after, it is refused.
  if (parent?.ended && ENDS_CHILDREN.includes(parent.ended.why)) session.ended = parent.ended
  if (credential && credential.until < at) {
    session.ended = { at: credential.until, why: 'password change' }
  }

  if (isBanned(world, account, how)) {
    violate(world, 'a banned account gives no session', `${actor.name} by ${origin}`)
  }
  world.sessions.set(id, session)
  // An app's session is not the actor's to act with.
  if (origin !== 'app') actor.sessions.push(session)
  account.mayDescribe.add(actor.name)
  note(world, `  ${actor.name} has session ${id.slice(0, 6)} of account ${sub.slice(0, 6)}`)
  return session
}

/** The session continues with newer tokens: after a refresh, or after a link that it began. */
export function renew(world: World, session: Session, tokens: Tokens): void {
  const { access_token: access = '', refresh_token: next = '' } = tokens
  session.olderAccess.push(session.access)
  session.access = access
  if (session.refresh.includes(next)) return
  session.refresh.push(next)
  session.rotatedAtMs = world.server.clock.now().getTime()
}

/** A completed link is no sign-in: its tokens are those of the session that began it. */
export function goOn(world: World, actor: Actor, tokens: Tokens, begunBy: Session): Session | null {
  if (!tokens.access_token) return null
  const { session_id: id } = claimsOf(tokens.access_token)

  if (id !== begunBy.id || actor !== begunBy.actor) {
    violate(world, 'a link goes on with the session that asked for it', `${actor.name} has ${id}`)
  }
  renew(world, begunBy, tokens)
  return begunBy
}

const ENDS_CHILDREN = ['sign-out everywhere', 'sign-out elsewhere', 'password change', 'revocation']

type SessionsEnd = Span & { why: string; except?: Session | null; onlyLow?: boolean }

/** Ends an account's sessions that were open when the call began. */
export function endSessions(world: World, account: Account, end: SessionsEnd): void {
  const { began, at, why, except = null, onlyLow = false } = end

  for (const session of sessionsOf(world, account)) {
    if (session === except || session.ended) continue
    if (onlyLow && session.raised && session.raised.until > began) continue
    const isChild = session.parent?.ended?.why === why && ENDS_CHILDREN.includes(why)
    if (session.since < began || isChild) {
      session.ended = { at, why }
      endFlowsOf(world, session, { at, why })
    }
  }
}

/** A link gave an anonymous account an address: only the session that asked for it stays. */
export function convertByLink(
  world: World,
  account: Account,
  { by, ...span }: Span & { by: Session | null },
): void {
  if (!isAnonymous(world, account)) return
  account.wasAnonymous = false
  endSessions(world, account, { ...span, why: 'conversion', except: by })
}

/** Not any more once an administrator has given it an address. */
export const isAnonymous = ({ seen }: World, { id, wasAnonymous }: Account) =>
  wasAnonymous && seen.users.some((user) => user.id === id && user.is_anonymous)

export function endSession(world: World, session: Session, end: { at: Tick; why: string }): void {
  session.ended ??= end
  endFlowsOf(world, session, end)
}

/** Links and codes that a session began end with it. */
function endFlowsOf(world: World, session: Session, end: { at: Tick; why: string }): void {
  for (const flow of world.flows) if (flow.link === session) flow.ended ??= end
  for (const code of world.authCodes) if (code.begunBy === session) code.ended ??= end
}

export function endMails(world: World, account: Account, end: Span & { why: string }): void {
  const { began, at, why } = end

  for (const mail of world.mails) {
    if (mail.accountId === account.id && mail.since < began) mail.ended ??= { at, why }
  }
}

/** All pending flows of an account: PKCE codes, and links that any session began. */
type FlowsEnd = Span & {
  why: string
  /** Flows of a session that stays live stay valid. */
  keepsLiving?: boolean
}

export function endFlows(world: World, account: Account, end: FlowsEnd): void {
  const { began, at, why, keepsLiving = false } = end
  const isKept = (begunBy: Session | null) => keepsLiving && begunBy !== null && !begunBy.ended

  for (const code of world.authCodes) {
    if (code.accountId !== account.id || isKept(code.begunBy)) continue
    if (code.since < began) code.ended ??= { at, why }
  }
  for (const flow of world.flows) {
    if (flow.link?.accountId !== account.id || isKept(flow.link)) continue
    if (flow.since < began) flow.ended ??= { at, why }
  }
}

export function endCredentials({ credentials }: Account, at: Tick): void {
  for (const one of credentials) one.until = Math.min(one.until, at)
}

export function addCredential(account: Account, text: string, from: Tick): void {
  account.credentials.push({ text, from, until: Number.POSITIVE_INFINITY })
}

/** The newest data submitted by sign-ups; several, where parallel calls leave the order open. */
export function newestUnproven(world: World, address: string) {
  const all = world.unprovenData.get(address) ?? []

  return all.filter((one) => !all.some((other) => other.began > one.at))
}

export const sessionsOf = (world: World, { id }: Account): Session[] =>
  [...world.sessions.values()].filter(({ accountId }) => accountId === id)

/** After another proof than its own confirmation, the data submitted by sign-ups is gone. */
export function discardUnproven(world: World, address: string, began: Tick): void {
  const later = (world.unprovenData.get(address) ?? []).filter((one) => one.at > began)
  world.unprovenData.set(address, later)
}
