import { type Database, theServer } from '#db/database.ts'
import type { platformJobs } from '#jobs/platform-jobs.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { WorkFor } from '#jobs/start-jobs.ts'
import { openBatches } from './batches.ts'
import { type Delivery, deliverOne } from './deliver-one.ts'
import { deleteFinished } from './outbox-table.ts'

/** How long sent mails are kept. */
const KEPT_DAYS = 90

type MailJob = 'deliver-mail' | 'forget-old-mail'

/** The work of the mail jobs. */
export const mailWork = (delivery: Delivery): Pick<WorkFor<typeof platformJobs>, MailJob> => ({
  'deliver-mail': ({ signal }) => deliverDueMail(delivery, signal),
  'forget-old-mail': () => deleteFinished(delivery.db, KEPT_DAYS),
})

/** Called once after the jobs have started, for mails of a crashed server. */
export const queueMailDelivery = (db: Database): Promise<void> =>
  db.as(theServer, (sql) => sendPlatformJob(sql, 'deliver-mail', {}))

const SERVER_AWAY_PAUSE_MS = 30_000

/**
 * Sends due mails over all connections in parallel. The outbox stores the state; jobs only trigger checks: every write of `send_after` also
 * sends a job for that time.
 */
async function deliverDueMail(delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { smtp } = delivery
  const batches = openBatches({ ...delivery, messageIdHost: smtp.messageIdHost })
  let isServerAway = false

  const lane = async () => {
    while (!isServerAway && !signal.aborted) {
      const mail = await batches.next()
      if (!mail) return
      // If one mail fails because of the server, all others would too.
      if ((await deliverOne(delivery, mail)) === 'server away') isServerAway = true
      batches.finished(mail)
    }
  }

  try {
    await Promise.all(Array.from({ length: smtp.connections }, lane))
    await batches.leaveRest(isServerAway ? SERVER_AWAY_PAUSE_MS : 0)
  } finally {
    batches.stop()
  }
}
