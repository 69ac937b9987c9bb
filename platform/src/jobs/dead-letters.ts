import { type Database, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { notifyWorkers } from './job-notification.ts'
import { SCHEMA } from './queue.ts'

/** A failed job, kept for 30 days. */
export type DeadLetter = {
  id: string
  kind: string
  payload: object
  reason: string
  attempts: number
  sent_at: Date
  failed_at: Date
}

/** Newest first. */
export async function deadLetters(db: Database, most = 100): Promise<DeadLetter[]> {
  const { rows } = await db.ask<DeadLetter>(theServer, {
    text: `select id, name as kind, data as payload, coalesce(output ->> 'message', 'It did not end in time') as reason,
                  retry_count + 1 as attempts, created_on as sent_at, completed_on as failed_at
             from ${SCHEMA}.job
            where state = 'failed'
            order by completed_on desc, id desc
            limit $1`,
    values: [most],
  })

  return rows
}

/** Retries it once; false when it is no dead letter any more, or another job of its key is in retry. */
export function retryDeadLetter(db: Database, kind: string, id: string): Promise<boolean> {
  const retried = db.as(theServer, async (sql) => {
    const { rowCount } = await sql.query(
      `update ${SCHEMA}.job
          set state = 'retry', retry_limit = retry_count + 1, start_after = ops.now(), completed_on = null
        where name = $1 and id = $2 and state = 'failed'`,
      [kind, id],
    )
    if (rowCount > 0) await notifyWorkers(sql)

    return rowCount > 0
  })

  return retried.catch((error: unknown) => {
    if (sqlState(error) === '23505') return false
    throw error
  })
}
