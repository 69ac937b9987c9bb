import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clock/clock.ts'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { Log } from '#log/log.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { Lease } from './batches.ts'
import { type ClaimedMail, dropMail, markFailed, markForLater, markSent } from './outbox-table.ts'
import { openMail, sealNothing } from './sealed-mail.ts'
import type { Smtp } from './smtp.ts'
import type { Outcome } from './smtp-outcome.ts'

/** Mails that users can disable. */
export type OptionalMails = {
  /** Whether users can disable mails of this template. */
  isOptional(template: string): boolean
  /** Checked at delivery, so that choices made after queueing apply. */
  isSwitchedOff(sql: Sql, mail: { template: string; to_address: string }): Promise<boolean>
}

export type Delivery = {
  db: Database
  clock: Clock
  log: Log
  keyring: Keyring
  smtp: Smtp
  optional: OptionalMails
  /** Replaces the default lease, for tests. */
  lease?: Lease
}

/** Tries one mail and records the outcome. No transaction is open during SMTP. */
export async function deliverOne(
  delivery: Delivery,
  mail: ClaimedMail,
): Promise<Outcome['kind'] | 'unwanted'> {
  if (delivery.optional.isOptional(mail.template) && (await isDropped(delivery, mail))) {
    return 'unwanted'
  }
  const outcome = await tryToSend(delivery, mail)
  await untilRecorded(delivery, (sql) => record(delivery, sql, mail, outcome))

  return outcome.kind
}

/** A mail that was disabled in the meantime is not sent. */
const isDropped = ({ db, keyring, optional }: Delivery, mail: ClaimedMail): Promise<boolean> =>
  db.as(theServer, async (sql) => {
    const isSwitchedOff = await optional.isSwitchedOff(sql, mail)
    if (isSwitchedOff) await dropMail(sql, mail.id, sealNothing(keyring, mail.id))
    return isSwitchedOff
  })

async function tryToSend({ keyring, smtp, clock }: Delivery, mail: ClaimedMail): Promise<Outcome> {
  try {
    return await smtp.send({
      ...openMail(keyring, mail.id, mail.payload_sealed),
      to: mail.to_address,
      language: mail.language,
      messageId: mail.message_id,
      date: clock.now(),
    })
  } catch {
    return { kind: 'refused', reason: 'Its contents cannot be opened: the key is gone' }
  }
}

async function record(
  { clock, log, keyring }: Delivery,
  sql: Sql,
  mail: ClaimedMail,
  outcome: Outcome,
) {
  const about = { mailId: mail.id, template: mail.template, attempt: mail.attempts }
  if (outcome.kind === 'taken') {
    await markSent(sql, mail.id, sealNothing(keyring, mail.id))
    return log.info(about, 'mail sent')
  }

  const { reason } = outcome
  const again = outcome.kind === 'refused' ? null : nextTry(mail.attempts, clock.now())
  if (!again) {
    await markFailed(sql, mail, reason)
    return log.error({ ...about, reason }, 'mail delivery failed')
  }
  await markForLater(sql, mail, again, reason)
  await sendPlatformJob(sql, 'deliver-mail', {}, { after: again })
  return log.warn({ ...about, reason, again }, 'mail delivery deferred')
}

const RECORD_TRIES = 30
const RECORD_PAUSE_MS = 1_000

/** Waits for an unavailable database, because a sent but unrecorded mail would be sent again. */
async function untilRecorded({ db }: Delivery, work: (sql: Sql) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.as(theServer, work)
    } catch (error) {
      if (tries === RECORD_TRIES || !isAway(error)) throw error
      await pause(RECORD_PAUSE_MS)
    }
  }
}

const isAway = (error: unknown) =>
  error instanceof AppError && error.code === 'database_unavailable'

const MINUTE_MS = 60_000

/** Delays between tries in minutes: short for greylisting, up to the next day for outages. */
const WAITS = [1, 5, 15, 60, 120, 240, 480]

/** The time of the next try; null after the last. */
function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1]

  return wait === undefined ? null : new Date(now.getTime() + wait * MINUTE_MS)
}
