import type { Clock } from '#clock/clock.ts'
import { type Database, theServer } from '#db/database.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { Log } from '#log/log.ts'
import { type ClaimedMail, claimMails, giveBack, renewMails } from './outbox-table.ts'

export type Lease = {
  /** The duration of a lease on a claimed mail without renewal. */
  ms: number
  renewEveryMs: number
}

type Needs = { db: Database; clock: Clock; log: Log; messageIdHost: string; lease?: Lease }

const BATCH = 20
const MOST_MAILS = 500

/** Short, so that a killed server's mails wait less than a minute. Renewed, so that slow SMTP servers get no duplicates. */
const LEASE: Lease = { ms: 30_000, renewEveryMs: 10_000 }

/** Hands out due mails, oldest first; holds at most one batch in addition to those being sent. */
export function openBatches({ db, clock, log, messageIdHost, lease = LEASE }: Needs) {
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)
  /** Claimed mails without an outcome, and the end of each lease. */
  const held = new Map<string, Date>()
  let mails: ClaimedMail[] = []
  let handedOut = 0
  let isExhausted = false
  let claiming: Promise<void> | null = null
  let renewing: Promise<void> = Promise.resolve()

  const claim = async () => {
    const until = fromNow(lease.ms)
    mails = await db.as(theServer, async (sql) => {
      const claimed = await claimMails(sql, { most: BATCH, until, messageIdHost })
      // If this server crashes, the job delivers them later.
      if (claimed.length > 0) await sendPlatformJob(sql, 'deliver-mail', {}, { after: until })
      return claimed
    })
    for (const { id } of mails) held.set(id, until)
    isExhausted = mails.length === 0
  }

  const renew = async () => {
    if (held.size === 0) return
    const until = fromNow(lease.ms)
    const renewed = await db.as(theServer, async (sql) => {
      await sendPlatformJob(sql, 'deliver-mail', {}, { after: until })
      return renewMails(sql, [...held], until)
    })
    for (const id of renewed) if (held.has(id)) held.set(id, until)
  }
  const timer = setInterval(() => {
    renewing = renewing
      .then(renew)
      .catch((err: unknown) => log.warn({ err }, 'mail renewal failed'))
  }, lease.renewEveryMs)

  /** Half of the lease remains for the SMTP dialogue, in case renewals fail from now on. */
  const isFresh = ({ id }: ClaimedMail) => {
    const until = held.get(id)
    return until !== undefined && until > fromNow(lease.ms / 2)
  }

  return {
    /** undefined if no mail is due, or one job has handled enough. */
    async next(): Promise<ClaimedMail | undefined> {
      if (handedOut >= MOST_MAILS) return undefined
      if (mails.length === 0) {
        claiming ??= claim().finally(() => {
          claiming = null
        })
        await claiming
      }
      const [mail] = mails
      if (!mail || !isFresh(mail)) return undefined

      mails.shift()
      handedOut += 1
      return mail
    },
    /** Called when the mail's outcome is recorded. */
    finished: ({ id }: ClaimedMail) => held.delete(id),
    /** Leaves the remaining mails to another job. */
    async leaveRest(waitMs: number): Promise<void> {
      clearInterval(timer)
      await renewing
      if (isExhausted) return
      const at = fromNow(waitMs)
      const ids = mails.map(({ id }) => id)

      await db.as(theServer, async (sql) => {
        await giveBack(sql, ids, at)
        await sendPlatformJob(sql, 'deliver-mail', {}, { after: at })
      })
    },
    /** Stops without recording anything, for work that failed. */
    stop: () => clearInterval(timer),
  }
}
