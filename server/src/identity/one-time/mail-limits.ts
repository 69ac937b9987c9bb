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
 * Whoever asks for a mail waits his turn: one to an address within the interval, and so many an hour from this
 * installation. Taken before we look whether the address is anybody's, and whether or not a mail follows:
 * neither the answer nor what it leaves of the hour's mails tells who is known.
 */
export async function takeTurnForMail(
  sql: Sql,
  needs: Needs,
  address: string,
  ...subjects: MailSubject[]
): Promise<void> {
  const { limits, settings } = needs
  const who = createHash('sha256').update(address).digest('base64url')
  const limit = { burst: 1, perSecond: 1 / settings.mailIntervalS }

  for (const subject of settings.mailIntervalS === 0 ? [] : subjects) {
    await limits.takeIn(sql, `mail ${subject} ${who}`, limit, tooSoonForMail)
  }
  await keepMailQuota(sql, needs)
}

export async function keepMailQuota(sql: Sql, { limits, settings }: Needs): Promise<void> {
  const limit = scaledLimit(MAILS_OF_ALL, settings.rateLimitFactor)
  if (limit && !settings.autoconfirm) await limits.takeIn(sql, 'mail all', limit, tooManyMails)
}
