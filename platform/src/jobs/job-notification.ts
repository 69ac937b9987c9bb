import type { Sql } from '#db/database.ts'

/** The channel that announces new jobs. */
export const JOB_CHANNEL = 'jobs'

/** Delivered to all servers when the transaction commits. */
export async function notifyWorkers(sql: Sql): Promise<void> {
  await sql.query(`select pg_notify('${JOB_CHANNEL}', '')`)
}
