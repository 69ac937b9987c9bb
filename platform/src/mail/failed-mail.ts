import { type Database, type Sql, theServer } from '#db/database.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'

/** A mail that was not delivered. */
export type FailedMail = {
  id: string
  to_address: string
  template: string
  reason: string
  attempts: number
  created_at: Date
  failed_at: Date
}

/** Newest first. */
export async function failedMails(db: Database, most = 100): Promise<FailedMail[]> {
  const { rows } = await db.ask<FailedMail>(theServer, {
    text: `select id, to_address, template, last_error as reason, attempts, created_at, failed_at
             from ops.mail_outbox
            where failed_at is not null
            order by failed_at desc, id desc
            limit $1`,
    values: [most],
  })

  return rows
}

/** Restarts its tries; false if it has not failed, or has no valid address. */
export const retryFailedMail = (db: Database, id: string): Promise<boolean> =>
  db.as(theServer, (sql) => retryFailedMailIn(sql, id))

/** The same in the caller's transaction. */
export async function retryFailedMailIn(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update ops.mail_outbox
        set failed_at = null, attempts = 0, send_after = ops.now()
      where id = $1 and failed_at is not null and attempts > 0 and to_address <> ''`,
    [id],
  )
  if (rowCount > 0) await sendPlatformJob(sql, 'deliver-mail', {})

  return rowCount > 0
}
