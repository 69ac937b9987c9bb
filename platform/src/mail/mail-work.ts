import { type Database, theServer } from '#db/database.ts'
import type { platformJobs } from '#jobs/platform-jobs.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { WorkFor } from '#jobs/start-jobs.ts'
import { deliverDueMail } from './deliver-mail.ts'
import type { Delivery } from './deliver-one.ts'
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
