import type { Clock } from '#clock/clock.ts'
import { type Database, theServer } from '#db/database.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import { type ClaimedMail, claimMails, giveBack } from './outbox-table.ts'

type Needs = { db: Database; clock: Clock; messageIdHost: string }

const BATCH = 20
const MOST_MAILS = 500

/**
 * How long a claimed mail belongs to this server. One that is not started after half of it is returned, so that the
 * slowest SMTP dialogue ends before the lease.
 */
const LEASE_MS = 10 * 60_000

/** Hands out due mails, oldest first, and holds one batch at most. */
export function openBatches({ db, clock, messageIdHost }: Needs) {
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)
  let mails: ClaimedMail[] = []
  let freshUntil = fromNow(0)
  let handedOut = 0
  let isExhausted = false
  let claiming: Promise<void> | null = null

  const claim = async () => {
    const until = fromNow(LEASE_MS)
    mails = await db.as(theServer, async (sql) => {
      const claimed = await claimMails(sql, { most: BATCH, until, messageIdHost })
      // If this server crashes, the job delivers them later.
      if (claimed.length > 0) await sendPlatformJob(sql, 'deliver-mail', {}, { after: until })
      return claimed
    })
    freshUntil = fromNow(LEASE_MS / 2)
    isExhausted = mails.length === 0
  }

  return {
    /** undefined when nothing more is due, or one job has handled enough. */
    async next(): Promise<ClaimedMail | undefined> {
      if (handedOut >= MOST_MAILS) return undefined
      if (mails.length === 0) {
        claiming ??= claim().finally(() => {
          claiming = null
        })
        await claiming
      }
      if (clock.now() > freshUntil) return undefined

      const mail = mails.shift()
      if (mail) handedOut += 1
      return mail
    },
    /** Leaves the rest to another job. */
    async leaveRest(waitMs: number): Promise<void> {
      if (isExhausted) return
      const at = fromNow(waitMs)
      const ids = mails.map(({ id }) => id)

      await db.as(theServer, async (sql) => {
        await giveBack(sql, ids, at)
        await sendPlatformJob(sql, 'deliver-mail', {}, { after: at })
      })
    },
  }
}
