import { revokeSessions } from '@app/platform/identity/admin/revoke-sessions.ts'
import { createAdmin } from '#members/create-admin.ts'
import type { Step } from './choose.ts'
import {
  addCredential,
  discardUnproven,
  endFlows,
  endMails,
  endSessions,
  type Span,
} from './effects.ts'
import type { Slot } from './facts.ts'
import { layIn } from './mail-intake.ts'
import { send } from './send.ts'
import type { UserRow } from './snapshot.ts'
import { forgetAccount, replacePassword } from './steps-account.ts'
import { lower } from './steps-factor.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, everyone, note, ownerOfMailbox, type World } from './world.ts'

/** The admin is honest: passwords and links go to the owner of the mailbox they are for. */
export const adminSteps: Step[] = [
  { name: 'admin creates', weight: 1.5, run: createUser },
  { name: 'admin confirms', weight: 1.5, run: confirmUser },
  { name: 'admin changes an address', weight: 1.5, run: changeAddress },
  { name: 'admin sets a password', weight: 0.8, run: setPassword },
  { name: 'admin bans', weight: 1.5, run: ban },
  { name: 'admin invites', weight: 2, run: invite },
  { name: 'admin generates a link', weight: 2.5, run: generateLink },
  { name: 'admin deletes', weight: 0.8, run: deleteUser },
  { name: 'admin removes a factor', weight: 0.7, run: removeFactor },
  { name: 'operator creates an admin', weight: 1.2, run: operatorCreatesAdmin },
  { name: 'operator revokes sessions', weight: 0.8, run: operatorRevokes },
]

/** Mostly the victim's first, where most happens. */
function chooseMailbox(world: World): string {
  const { actors, pick } = world
  const hot = actors.victim.mailboxes[0] ?? ''
  const all = everyone(world).flatMap(({ mailboxes }) => mailboxes)

  return pick.chance(0.6) ? hot : (pick.oneOf(all) ?? hot)
}

const chooseUser = ({ pick, seen }: World): UserRow | undefined =>
  pick.oneOf(seen.users.filter(({ is_deleted }) => !is_deleted))

/** The owner of the mailbox gets the password. */
function tellPassword(world: World, address: string, text: string): void {
  ownerOfMailbox(world, address)?.passwords.push({ address, text })
}

async function createUser(world: World): Promise<boolean> {
  const email = chooseMailbox(world)
  const password = `admin chose ${world.nextNumber()}`
  const email_confirm = world.pick.chance(0.5)
  const reply = await send<{ id: string }>(world, {
    actor: null,
    path: '/admin/users',
    body: { email, password, email_confirm },
  })
  if (!reply.ok) return true

  const account = accountOf(world, reply.body.id)
  account.isPrepared = true
  addCredential(account, password, reply.began)
  if (email_confirm) account.proven.add(email)
  tellPassword(world, email, password)
  return true
}

async function confirmUser(world: World): Promise<boolean> {
  const user = chooseUser(world)
  if (!user) return false
  const reply = await update(world, user, { email_confirm: true })
  if (!reply.ok || !user.email) return true

  accountOf(world, user.id).proven.add(user.email)
  prepared(world, user.email, spanOf(reply), 'confirmation by admin')
  return true
}

async function changeAddress(world: World): Promise<boolean> {
  // Often an unconfirmed account: what its sign-up submitted must not move to the new address.
  const unconfirmed = world.seen.users.filter((one) => one.email && !one.is_confirmed)
  const user = (world.pick.chance(0.5) && world.pick.oneOf(unconfirmed)) || chooseUser(world)
  if (!user) return false
  const email = chooseMailbox(world)
  if (email === user.email) return false
  const account = accountOf(world, user.id)
  // Noted before the answer, because another actor may sign in by this address meanwhile.
  account.agreed.add(`admin ${email}`)
  const reply = await update(world, user, { email, email_confirm: world.pick.chance(0.5) })
  if (!reply.ok) {
    account.agreed.delete(`admin ${email}`)
    return true
  }

  account.proven.add(email)
  account.isPrepared = true
  endMails(world, account, { ...spanOf(reply), why: 'address change by admin' })
  endFlows(world, account, { ...spanOf(reply), why: 'address change by admin' })
  return true
}

async function setPassword(world: World): Promise<boolean> {
  const user = chooseUser(world)
  if (!user?.email) return false
  const password = `admin chose ${world.nextNumber()}`
  const reply = await update(world, user, { password })
  if (!reply.ok) return true

  const account = accountOf(world, user.id)
  account.isPrepared = true
  replacePassword(world, account, { text: password, keep: null, ...spanOf(reply) })
  tellPassword(world, user.email, password)
  return true
}

const DAY_MS = 24 * 3_600_000

async function ban(world: World): Promise<boolean> {
  const user = chooseUser(world)
  if (!user) return false
  const account = accountOf(world, user.id)
  const isBanned = account.bans.some(({ until }) => until === Number.POSITIVE_INFINITY)
  const reply = await update(world, user, { ban_duration: isBanned ? 'none' : '24h' })
  if (!reply.ok) return true

  for (const one of account.bans) one.until = Math.min(one.until, reply.began)
  if (isBanned) return true
  const endsAtMs = world.server.clock.now().getTime() + DAY_MS - 5_000
  account.bans.push({ from: reply.at, until: Number.POSITIVE_INFINITY, endsAtMs })
  endFlows(world, account, { ...spanOf(reply), why: 'ban' })
  return true
}

async function invite(world: World): Promise<boolean> {
  const email = chooseMailbox(world)
  const body = { email, data: {} }
  const reply = await send<{ id: string }>(world, { actor: null, path: '/invite', body })
  if (!reply.ok) return true

  accountOf(world, reply.body.id).isPrepared = true
  prepared(world, email, spanOf(reply), 'invitation')
  return true
}

/** Everything an unproven caller submitted is gone, with their codes. */
function prepared(world: World, email: string, { began, at }: Span, why: string): void {
  const user = world.seen.users.find((one) => one.email === email)
  if (user?.is_confirmed) return

  discardUnproven(world, email, began)
  const account = user && accountOf(world, user.id)
  // What an admin prepared before stays, its codes included.
  if (account && !account.isPrepared) endMails(world, account, { began, at, why })
}

const LINKS: Record<string, Slot> = {
  signup: 'confirmation',
  invite: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
}

type Generated = {
  id: string
  email_otp: string
  hashed_token: string
  verification_type: string
  action_link: string
}

async function generateLink(world: World): Promise<boolean> {
  const type = world.pick.oneOf(Object.keys(LINKS)) ?? 'recovery'
  const email = chooseMailbox(world)
  const new_email = chooseMailbox(world)
  const password = `admin chose ${world.nextNumber()}`
  const reply = await send<Generated>(world, {
    actor: null,
    path: '/admin/generate_link',
    body: { type, email, ...(type === 'signup' && { password }), new_email },
  })
  if (!reply.ok) return true

  const { verification_type: kind, hashed_token, email_otp, action_link, id } = reply.body
  const account = accountOf(world, id)
  if (kind.startsWith('email_change')) account.pendingRequestedAt = reply.at
  // A recovery or magic link removes submitted data when it is used, not when it is created.
  if (kind === 'signup' || kind === 'invite') {
    prepared(world, email, spanOf(reply), 'link by admin')
    account.isPrepared = true
  }
  if (type === 'signup') {
    addCredential(account, password, reply.began)
    tellPassword(world, email, password)
  }
  world.arriving.push(() =>
    layIn(world, {
      to: kind === 'email_change_new' ? new_email : email,
      template: TEMPLATES[kind] ?? kind,
      slot: LINKS[kind] ?? 'recovery',
      code: email_otp,
      link: hashed_token,
      type: new URL(action_link).searchParams.get('type') ?? kind,
    }),
  )
  return true
}

const TEMPLATES: Record<string, string> = { signup: 'prepared', magiclink: 'magic_link' }

async function deleteUser(world: World): Promise<boolean> {
  const user = chooseUser(world)
  if (!user) return false
  const should_soft_delete = world.pick.chance(0.4)
  const reply = await send(world, {
    actor: null,
    method: 'DELETE',
    path: `/admin/users/${user.id}`,
    body: { should_soft_delete },
  })
  if (reply.ok) forgetAccount(world, accountOf(world, user.id), spanOf(reply))
  return true
}

async function removeFactor(world: World): Promise<boolean> {
  const factor = world.pick.oneOf(world.seen.factors)
  if (!factor) return false
  const { id, user_id } = factor
  const path = `/admin/users/${user_id}/factors/${id}`
  const reply = await send(world, { actor: null, method: 'DELETE', path })

  if (reply.ok) lower(world, accountOf(world, user_id), id, spanOf(reply))
  return true
}

async function operatorCreatesAdmin(world: World): Promise<boolean> {
  const email = chooseMailbox(world)
  const began = world.tick()
  const outcome = await createAdmin(world.server.identity, email).catch(String)
  const at = world.tick()
  note(
    world,
    `operator creates an admin: ${email} -> ${typeof outcome === 'string' ? outcome : 'ok'}`,
  )
  if (typeof outcome === 'string') return true

  prepared(world, email, { began, at }, 'create-admin')
  world.learning.push(({ users }) => {
    const user = users.find((one) => one.email === email)
    if (user) accountOf(world, user.id).proven.add(email)
  })
  const query = new URL(outcome.link).searchParams
  world.arriving.push(() =>
    layIn(world, {
      to: email,
      template: 'recovery',
      slot: 'recovery',
      code: '',
      link: query.get('token') ?? '',
      type: query.get('type') ?? '',
    }),
  )
  return true
}

async function operatorRevokes(world: World): Promise<boolean> {
  const user = chooseUser(world)
  if (!user?.email) return false
  const began = world.tick()
  const outcome = await revokeSessions(world.server.identity, user.email).catch(String)
  const at = world.tick()
  note(world, `operator revokes the sessions of ${user.email} -> ${outcome}`)
  if (typeof outcome === 'string') return true

  const account = accountOf(world, user.id)
  endSessions(world, account, { began, at, why: 'revocation' })
  endFlows(world, account, { began, at, why: 'revocation' })
  return true
}

const update = (world: World, { id }: UserRow, body: Record<string, unknown>) =>
  send(world, { actor: null, method: 'PUT', path: `/admin/users/${id}`, body })
