import { createHash } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import { tooManyMails, tooSoonForMail } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { scaledLimit } from '#identity/scaled-limit.ts'

type Needs = Pick<Identity, 'limits' | 'settings'>

/** What a mail is about, as far as waiting is concerned. */
export type MailSubject = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

const MAILS_OF_ALL = { burst: 30, perSecond: 30 / 3600 }

/**
 * Refuses a second mail to one address within the interval. It is asked before we look whether the
 * address is anybody's, so that the answer tells nothing about that.
 */
export async function waitBetweenMails(
  sql: Sql,
  { limits, settings }: Needs,
  subject: MailSubject,
  address: string,
): Promise<void> {
  if (settings.mailIntervalS === 0) return

  const who = createHash('sha256').update(address).digest('base64url')
  const limit = { burst: 1, perSecond: 1 / settings.mailIntervalS }
  await limits.takeIn(sql, `mail ${subject} ${who}`, limit, tooSoonForMail)
}

/** Asked when a mail is really written: so many an hour leave this installation. */
export async function keepMailQuota(sql: Sql, { limits, settings }: Needs): Promise<void> {
  const limit = scaledLimit(MAILS_OF_ALL, settings.rateLimitFactor)
  if (limit && !settings.autoconfirm) await limits.takeIn(sql, 'mail all', limit, tooManyMails)
}
