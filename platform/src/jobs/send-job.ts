import * as z from 'zod/mini'
import { asServerRole } from '#db/as-server-role.ts'
import type { Sql } from '#db/database.ts'
import type { JobKind, JobKinds, PayloadOf } from './job-kind.ts'
import { insertJobs, type NewJob } from './jobs-table.ts'
import { orderedId } from './ordered-id.ts'
import { platformJobs } from './platform-jobs.ts'

export type SendOptions = {
  /** The job does not run before this time of the product's clock. */
  after?: Date
}

export type Send<Kinds extends JobKinds> = <Name extends keyof Kinds & string>(
  sql: Sql,
  name: Name,
  /** One payload, or several that are sent in one statement. */
  payload: PayloadOf<Kinds[Name]> | readonly PayloadOf<Kinds[Name]>[],
  options?: SendOptions,
) => Promise<void>

/**
 * Sends jobs in the caller's transaction: a job exists only if its cause commits, and workers are then notified. If a job with its key
 * already waits, no second one is created.
 */
export const sender =
  <Kinds extends JobKinds>(kinds: Kinds): Send<Kinds> =>
  async (sql, name, payload, { after } = {}) => {
    const kind: JobKind | undefined = kinds[name]
    if (!kind) throw new Error(`No such kind of job: ${name}`)

    const payloads: readonly object[] = Array.isArray(payload) ? payload : [payload]
    const jobs = newJobs(kind, payloads)
    if (jobs.length === 0) return

    await asServerRole(sql, () => insertJobs(sql, name, kind.retries.most + 1, after ?? null, jobs))
  }

/** Sends the platform's own jobs. */
export const sendPlatformJob = sender(platformJobs)

/** Keeps one job for each key. Sorted by key, so that transactions sending the same keys lock in the same order and cannot deadlock. */
function newJobs(kind: JobKind, payloads: readonly object[]): NewJob[] {
  const jobs = payloads.map((one) => {
    const payload = z.parse(kind.payload, one)
    return { id: orderedId(), key: kind.key?.(payload) ?? null, payload }
  })
  if (!kind.key) return jobs

  const byKey = new Map(jobs.map((job) => [job.key ?? '', job]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job)
}
