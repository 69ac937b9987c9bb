import type { Sql } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Account } from '#identity/accounts/account.ts'
import { addressDigest } from '#identity/address-digest.ts'
import type { Client } from '#identity/client.ts'
import { deviceHash, deviceHashes } from '#identity/devices/device.ts'
import { IS_KNOWN_DEVICE } from '#identity/devices/known-devices-table.ts'
import { tooManyMails, tooSoonForMail } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { scaledLimit } from '#identity/scaled-limit.ts'
import { networkOf, siteOf } from '#limits/network.ts'
import type { Take } from '#limits/rate-limits.ts'

type Needs = Pick<Identity, 'db' | 'digests' | 'limits' | 'settings'>

/** What a mail is about, as far as waiting is concerned. */
export type MailSubject = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

type Wish = {
  /** Where the mail goes. */
  address: string
  client: Client
  subjects: readonly MailSubject[]
  /** Whose live session asks; left out where anybody may ask. */
  member?: Account
}

// An hour's mails of one mailbox, account, network and IPv6 /48.
const ADDRESS_MAILS = 6
const MEMBER_MAILS = 10
const NETWORK_MAILS = 20
const SITE_MAILS = 40

/** Unproven requests leave this part of the quota to proven members. */
const RESERVE = 0.3

/**
 * Limits requests for mails; a refused one uses up nothing. Taken before the address is looked up and whether or
 * not a mail follows: neither answers nor shares tell who is known. Without `sql` it is a transaction of its own:
 * nobody waits for an account while holding buckets.
 */
export async function takeTurnForMail(
  needs: Needs,
  wish: Wish,
  sql: Sql = serverSql(needs.db),
): Promise<void> {
  const { address, client, member } = wish
  if (member) {
    await needs.limits.takeAllIn(sql, memberTakes(needs, wish, member))
    return
  }

  const whenFalse = visitorTakes(needs, wish, null)
  if (whenFalse.length === 0) return
  await needs.limits.takeChosenIn(sql, {
    condition: { text: IS_KNOWN_DEVICE, values: [address, deviceHashes(needs, client)] },
    whenTrue: visitorTakes(needs, wish, deviceHash(needs, client)),
    whenFalse,
  })
}

/** Admins are limited by their own invitations only. */
export async function takeTurnForInvitation(
  sql: Sql,
  needs: Pick<Needs, 'limits' | 'settings'>,
): Promise<void> {
  const { autoconfirm, mailsPerHour } = needs.settings
  await needs.limits.takeAllIn(
    sql,
    autoconfirm ? [] : hourly(needs, 'mail invitations', mailsPerHour),
  )
}

function memberTakes(needs: Needs, wish: Wish, member: Account): Take[] {
  const who = addressDigest(member.id)
  const isProven = member.email_confirmed_at !== null
  // Proven for their own address, not for the one they want to change to.
  const owner = isProven && wish.address === member.email ? who : null

  return [
    ...intervals(needs, wish.subjects, who),
    ...hourly(needs, `mail by ${who}`, MEMBER_MAILS),
    ...shares(needs, wish, { isProven, owner }),
  ]
}

function visitorTakes(needs: Needs, wish: Wish, knownDevice: string | null): Take[] {
  return [
    ...intervals(needs, wish.subjects, addressDigest(wish.address)),
    ...shares(needs, wish, { isProven: knownDevice !== null, owner: knownDevice }),
  ]
}

/** `owner` proved to be the owner of the address: a flood by others does not hold them up. */
type Standing = { isProven: boolean; owner: string | null }

function shares(needs: Needs, { address, client }: Wish, { isProven, owner }: Standing): Take[] {
  const { mailsPerHour, autoconfirm } = needs.settings
  const from = `mail from ${isProven ? 'proven' : 'unproven'}`
  const site = siteOf(client.address)

  return [
    ...hourly(
      needs,
      `mail to ${addressDigest(address)}${owner ? ` by ${owner}` : ''}`,
      ADDRESS_MAILS,
    ),
    // A part of the quota at most, so that no network alone uses up what is there for all.
    ...hourly(
      needs,
      `${from} ${networkOf(client.address)}`,
      Math.min(NETWORK_MAILS, mailsPerHour * 0.2),
    ),
    ...(site ? hourly(needs, `${from} ${site}`, Math.min(SITE_MAILS, mailsPerHour * 0.4)) : []),
    ...(autoconfirm ? [] : hourly(needs, 'mail all', mailsPerHour, isProven ? 0 : RESERVE)),
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

/** So many at once, refilled within an hour; none where limits are lifted. */
function hourly(
  { settings }: Pick<Needs, 'settings'>,
  key: string,
  mails: number,
  reserve = 0,
): Take[] {
  const limit = scaledLimit({ burst: mails, perSecond: mails / 3600 }, settings.rateLimitFactor)
  if (!limit) return []

  // A bucket of one has no reserve, or nobody could ever take it.
  const keep = Math.min(limit.burst * reserve, limit.burst - 1)
  return [{ key, limit, keep, refusal: tooManyMails }]
}
