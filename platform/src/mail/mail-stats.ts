import { type Database, theServer } from '#db/database.ts'

export type MailStats = { waiting: number; failed: number; oldestWaitingS: number }

/** The oldest waiting mail shows how long users currently wait. */
export async function mailStats(db: Database): Promise<MailStats> {
  const { rows } = await db.ask<MailStats>(theServer, {
    text: `select count(*) filter (where failed_at is null)::int as waiting,
                  count(*) filter (where failed_at is not null)::int as failed,
                  coalesce(extract(epoch from ops.now() - min(created_at) filter (where failed_at is null)), 0)::float8
                    as "oldestWaitingS"
             from ops.mail_outbox
            where sent_at is null`,
  })

  return rows[0] ?? { waiting: 0, failed: 0, oldestWaitingS: 0 }
}
