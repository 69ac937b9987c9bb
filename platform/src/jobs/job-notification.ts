import type { Sql } from '#db/database.ts'

/** Where servers hear that there is work. */
export const JOB_CHANNEL = 'jobs'

/** Heard by all servers when the transaction commits. */
export async function notifyWorkers(sql: Sql): Promise<void> {
  await sql.query(`select pg_notify('${JOB_CHANNEL}', '')`)
}
