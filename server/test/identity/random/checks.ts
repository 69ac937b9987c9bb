import { keyOf, personOf } from './people.ts'
import type { Snapshot, UserRow } from './snapshot.ts'
import { accountOf, violate, type World } from './world.ts'

/** What must be true of the tables after every round, given what the actors did. */
export function checkTables(world: World, now: Snapshot): void {
  for (const learn of world.learning.splice(0)) learn(now)
  learnOwners(world, now)
  for (const user of now.users.filter(({ is_deleted }) => !is_deleted)) {
    checkAddress(world, user)
    checkConfirmed(world, user, now)
    checkMoved(world, user)
    checkMetadata(world, user)
    checkPending(world, user)
  }
  checkUnique(world, now)
  checkIdentities(world, now)
  checkSessions(world, now)
  checkPasskeys(world, now)
  checkConsents(world, now)
}

/** Whose account a provider's PKCE code is for shows only in the tables. */
function learnOwners(world: World, { identities }: Snapshot): void {
  for (const code of world.authCodes) {
    const row = identities.find((one) => personOf(world, one)?.person === code.person)
    if (code.person && row) code.accountId ??= row.user_id
  }
}

function checkAddress(world: World, { id, email, is_confirmed }: UserRow): void {
  if (email === '') violate(world, 'an address is never empty', id)
  if (is_confirmed && email === null) violate(world, 'no address, nothing confirmed', id)
}

/** By its own mailbox, by a provider that vouches for it, or by the administrator. */
function checkConfirmed(world: World, { id, email, is_confirmed }: UserRow, now: Snapshot): void {
  if (!is_confirmed || !email || accountOf(world, id).proven.has(email)) return
  const isProven = now.identities.some((row) => {
    const person = row.user_id === id ? personOf(world, row)?.person : undefined
    return person?.isVerified === true && person.email === email
  })

  if (!isProven) violate(world, 'an address is confirmed only by proof', email)
}

/** Both mailboxes agreed to this very change, or the administrator made it. */
function checkMoved(world: World, { id, email }: UserRow): void {
  const before = world.seen.users.find((user) => user.id === id)
  if (!before || before.is_deleted || before.email === email || !email) return
  const { agreed, proven } = accountOf(world, id)
  if (agreed.has(`admin ${email}`)) return

  const hasNew = agreed.has(`email_change_new ${email} ${email}`)
  const hasCurrent = agreed.has(`email_change_current ${before.email} ${email}`)
  const isFirst = before.email === null || !before.is_confirmed
  const isAllowed = isFirst ? hasNew || proven.has(email) : hasNew && hasCurrent
  if (!isAllowed) {
    violate(world, 'an address changes only if both mailboxes agree', `${before.email} to ${email}`)
  }
}

function checkMetadata(world: World, { id, is_confirmed, metadata }: UserRow): void {
  const by = metadata.submitted_by
  if (!is_confirmed || typeof by !== 'string') return

  const { mayDescribe } = accountOf(world, id)
  if (![...mayDescribe].some((name) => name === by)) {
    violate(world, 'a confirmed account keeps nothing of an unproven caller', by)
  }
}

/** A password change withdraws a pending address. */
function checkPending(world: World, { id, email_change }: UserRow): void {
  const { pendingCancelled, pendingRequestedAt } = accountOf(world, id)
  if (email_change && pendingCancelled && pendingRequestedAt < pendingCancelled.began) {
    violate(world, 'a password change withdraws a pending address', email_change)
  }
}

function checkUnique(world: World, { users }: Snapshot): void {
  const addresses = users.flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  const twice = addresses.find((one, at) => addresses.indexOf(one) !== at)
  if (twice) violate(world, 'one account per address', twice)
}

/** Linked by a valid session, or by the verified address that the account has. */
function checkIdentities(world: World, { identities, users }: Snapshot): void {
  for (const row of identities) {
    const owner = personOf(world, row)
    if (!owner) continue
    const account = accountOf(world, row.user_id)
    const key = keyOf(owner.person)
    const { email } = users.find(({ id }) => id === row.user_id) ?? {}
    if (owner.person.isVerified && owner.person.email === email) {
      account.identities.add(key)
      account.proven.add(owner.person.email)
      account.mayDescribe.add(owner.actor.name)
    }
    if (!account.identities.has(key)) {
      violate(world, 'an identity is linked only by a valid session', `${key} to ${email}`)
    }
  }
}

function checkSessions(world: World, { sessions, factors }: Snapshot): void {
  const alive = new Map(sessions.map((row) => [row.id, row]))

  for (const row of sessions) {
    const known = world.sessions.get(row.id)
    if (!known) {
      violate(world, 'every session was issued by a step', row.id)
    } else if (known.ended) {
      violate(world, 'a revocation ends sessions', `${known.origin} after ${known.ended.why}`)
      // Said once.
      known.ended = null
    } else if (row.aal !== 'aal1') {
      const factor = factors.find(({ id }) => id === known.raised?.factorId)
      // An app has the level of the session that allowed it, and a passkey's sign-in keeps its own.
      const isHeld = known.origin === 'app' || known.passkeyId === known.raised?.factorId
      if (!known.raised || (!isHeld && factor?.status !== 'verified')) {
        violate(world, 'aal2 needs a second factor', `${known.origin} of ${known.actor.name}`)
      }
    }
  }
  for (const session of world.sessions.values()) {
    if (session.ended || alive.has(session.id)) continue
    session.ended = { at: world.tick(), why: 'something' }
    const { mayLoseSessions } = accountOf(world, session.accountId)
    if (!world.isParallel && session.since > mayLoseSessions) {
      violate(
        world,
        'a session ends only for a reason',
        `${session.origin} of ${session.actor.name}`,
      )
    }
  }
}

function checkPasskeys(world: World, { passkeys, users }: Snapshot): void {
  for (const row of passkeys) {
    const known = accountOf(world, row.user_id).passkeys.find(({ id }) => id === row.id)
    if (!known) violate(world, 'a passkey is added only by its account', row.id)
    else if (known.removed) {
      violate(world, 'a removed passkey is gone', known.removed.why)
      // Said once.
      known.removed = null
    }
  }
  for (const { id: userId } of users) {
    for (const passkey of accountOf(world, userId).passkeys) {
      if (passkeys.some(({ id }) => id === passkey.id)) continue
      passkey.removed ??= { at: world.tick(), why: 'something' }
    }
  }
}

/** Not while the last permission and the last revocation ran at the same time. */
function checkConsents(world: World, { consents }: Snapshot): void {
  for (const { user_id } of consents) {
    const account = accountOf(world, user_id)
    const { grant, revocation } = account
    if (!grant) violate(world, 'access is allowed only by the member', user_id)
    else if (revocation && revocation.began > grant.at) {
      violate(world, 'access that was taken away is gone', user_id)
      account.revocation = null
    }
  }
}
