import { type Database, theServer } from '#db/database.ts'
import type { platformJobs } from '#jobs/platform-jobs.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { WorkFor } from '#jobs/start-jobs.ts'
import { deliverDueMail } from './deliver-mail.ts'
import type { Delivery } from './deliver-one.ts'
import { deleteFinished } from './outbox-table.ts'

/** The record of what was sent to whom is kept no longer than somebody may ask for it. */
const KEPT_DAYS = 90

type MailJob = 'deliver-mail' | 'forget-old-mail'

/** What the jobs about mail do. */
export const mailWork = (delivery: Delivery): Pick<WorkFor<typeof platformJobs>, MailJob> => ({
  'deliver-mail': ({ signal }) => deliverDueMail(delivery, signal),
  'forget-old-mail': () => deleteFinished(delivery.db, KEPT_DAYS),
})

/** Once after the jobs were started: whatever a server that died was about to send is sent now. */
export const queueMailDelivery = (db: Database): Promise<void> =>
  db.as(theServer, (sql) => sendPlatformJob(sql, 'deliver-mail', {}))
