import * as z from 'zod/mini'
import { asServerRole } from '#db/as-server-role.ts'
import type { Sql } from '#db/database.ts'
import type { JobKind, JobKinds, PayloadOf } from './job-kind.ts'
import { notifyWorkers } from './job-notification.ts'
import { orderedId } from './ordered-id.ts'
import { platformJobs } from './platform-jobs.ts'
import { SCHEMA, sendThrough } from './queue.ts'

export type SendOptions = {
  /** Not before this time of the product's clock. */
  after?: Date
}

export type Send<Kinds extends JobKinds> = <Name extends keyof Kinds & string>(
  sql: Sql,
  name: Name,
  payload: PayloadOf<Kinds[Name]>,
  options?: SendOptions,
) => Promise<void>

/**
 * Sends jobs in the caller's own transaction, whatever its role: a job exists if and only if its cause does, and
 * workers are notified at the commit.
 */
export const sender =
  <Kinds extends JobKinds>(kinds: Kinds): Send<Kinds> =>
  async (sql, name, payload, { after } = {}) => {
    const kind: JobKind | undefined = kinds[name]
    if (!kind) throw new Error(`No such kind of job: ${name}`)

    const parsed = z.parse(kind.payload, payload)
    const key = kind.key?.(parsed) ?? null

    await asServerRole(sql, async () => {
      await write(sql, name, parsed, key, after ?? null)
      await notifyWorkers(sql)
    })
  }

/** Sends the platform's own jobs. */
export const sendPlatformJob = sender(platformJobs)

async function write(
  sql: Sql,
  name: string,
  payload: object,
  key: string | null,
  after: Date | null,
) {
  const job = {
    id: orderedId(),
    ...(key !== null && { singletonKey: key }),
    ...(after && { startAfter: after }),
  }

  for (;;) {
    if (await sendThrough(sql, name, payload, job)) return
    // A job of this key waits already. Locking it until our commit makes it see our changes; if it has just started,
    // there is room for ours.
    const { rowCount } = await sql.query(SOONER, [name, key, after])
    if (rowCount > 0) return
  }
}

const SOONER = `
  update ${SCHEMA}.job
     set start_after = least(start_after, coalesce($3::timestamptz, ops.now()))
   where name = $1 and coalesce(singleton_key, '') = coalesce($2, '')
     and state = 'created' and policy = 'stately'`
