import type { Sql } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Account } from '#identity/account.ts'
import type { Client } from '#identity/client.ts'
import { deviceHash, deviceHashes } from '#identity/devices/device.ts'
import { IS_KNOWN_DEVICE } from '#identity/devices/known-devices-table.ts'
import { tooManyMails, tooSoonForMail } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Take } from '#limits/limit.ts'
import { scaledLimit } from '#limits/limit.ts'
import { networkOf, siteOf } from '#limits/network.ts'
import { inParts } from '#limits/parts.ts'
import { addressDigest } from '#limits/rate-limits.ts'

type Needs = Pick<Identity, 'db' | 'digests' | 'limits' | 'settings'>

/** Subjects with separate waiting times. */
export type MailSubject = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

type Input = {
  /** The mail's recipient. */
  address: string
  client: Client
  subjects: readonly MailSubject[]
  /** The account whose live session requests the mail; omitted for unauthenticated requests. */
  member?: Account
}

// Mails per hour of one mailbox, account, network and IPv6 /48.
const ADDRESS_MAILS = 6
const MEMBER_MAILS = 10
const NETWORK_MAILS = 20
const SITE_MAILS = 40

/** Unproven requests leave this share of the quota to proven members. */
const RESERVE = 0.3

/**
 * Limits requests for mails; a refused one uses no quota. Applied before the address is looked up, even if no mail follows, so that nothing
 * reveals accounts. Without `sql` it uses a separate transaction, so that no request holds buckets while waiting for an account's lock.
 */
export async function limitMails(
  needs: Needs,
  input: Input,
  sql: Sql = serverSql(needs.db),
): Promise<void> {
  const { address, client, member } = input
  if (member) {
    await needs.limits.takeAllIn(sql, memberTakes(needs, input, member))
    return
  }

  const whenFalse = unauthenticatedTakes(needs, input, null)
  if (whenFalse.length === 0) return
  await needs.limits.takeChosenIn(sql, {
    condition: { text: IS_KNOWN_DEVICE, values: [address, deviceHashes(needs, client)] },
    whenTrue: unauthenticatedTakes(needs, input, deviceHash(needs, client)),
    whenFalse,
  })
}

/** Admins are limited only by their own invitations. */
export async function limitInvitations(
  sql: Sql,
  needs: Pick<Needs, 'limits' | 'settings'>,
): Promise<void> {
  const { autoconfirm, mailsPerHour } = needs.settings
  await needs.limits.takeAllIn(
    sql,
    autoconfirm ? [] : hourly(needs, 'mail invitations', mailsPerHour),
  )
}

function memberTakes(needs: Needs, input: Input, member: Account): Take[] {
  const who = addressDigest(member.id)
  const isProven = member.email_confirmed_at !== null
  // A member is proven for their own address, not for one they request.
  const owner = isProven && input.address === member.email ? who : null

  return [
    ...intervals(needs, input.subjects, who),
    ...hourly(needs, `mail by ${who}`, MEMBER_MAILS),
    ...shares(needs, input, { isProven, owner }),
  ]
}

function unauthenticatedTakes(needs: Needs, input: Input, knownDevice: string | null): Take[] {
  return [
    ...intervals(needs, input.subjects, addressDigest(input.address)),
    ...shares(needs, input, { isProven: knownDevice !== null, owner: knownDevice }),
  ]
}

/** Set for a proven owner of the address, so that requests of others do not delay them. */
type Requester = { isProven: boolean; owner: string | null }

function shares(needs: Needs, { address, client }: Input, { isProven, owner }: Requester): Take[] {
  const { mailsPerHour, autoconfirm } = needs.settings
  const from = `mail from ${isProven ? 'proven' : 'unproven'}`
  const site = siteOf(client.address)

  return [
    ...hourly(
      needs,
      `mail to ${addressDigest(address)}${owner ? ` by ${owner}` : ''}`,
      ADDRESS_MAILS,
    ),
    // At most a share of the quota, so that no single network exhausts it.
    ...hourly(
      needs,
      `${from} ${networkOf(client.address)}`,
      Math.min(NETWORK_MAILS, mailsPerHour * 0.2),
    ),
    ...(site ? hourly(needs, `${from} ${site}`, Math.min(SITE_MAILS, mailsPerHour * 0.4)) : []),
    // Locked until the end of each transaction that sends, so addresses begin with parts of their own.
    ...(autoconfirm ? [] : hourly(needs, 'mail all', mailsPerHour, isProven ? 0 : RESERVE)).map(
      (take) => inParts(take, address),
    ),
  ]
}

function intervals({ settings }: Needs, subjects: readonly MailSubject[], who: string): Take[] {
  if (settings.mailIntervalS === 0) return []

  const limit = { burst: 1, perSecond: 1 / settings.mailIntervalS }
  return subjects.map((subject) => ({
    key: `mail ${subject} ${who}`,
    limit,
    refusal: tooSoonForMail,
  }))
}

/** A bucket of this size, refilled within an hour; no bucket if limits are disabled. */
function hourly(
  { settings }: Pick<Needs, 'settings'>,
  key: string,
  mails: number,
  reserve = 0,
): Take[] {
  const limit = scaledLimit({ burst: mails, perSecond: mails / 3600 }, settings.rateLimitFactor)
  if (!limit) return []

  // A bucket of size one has no reserve; otherwise its token could never be taken.
  const keep = Math.min(limit.burst * reserve, limit.burst - 1)
  return [{ key, limit, keep, refusal: tooManyMails }]
}
