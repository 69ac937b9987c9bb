import * as z from 'zod/mini'
import type { Schedule } from './schedule.ts'

/** A kind of job, without its work. */
export type JobKind<Payload extends object = object> = {
  /** Payloads contain ids, never secrets: they are stored unencrypted, also in dead letters. */
  payload: z.ZodMiniType<Payload>
  /** The number of retries, and the first delay, which doubles for each retry. */
  retries: { most: number; firstWaitS: number }
  /** How many of these jobs one server runs concurrently. */
  concurrency: number
  /** The time limit, after which the work is aborted and counts as failed. */
  timeLimitS: number
  /** Jobs with the same key run sequentially, and at most one of them waits. */
  key?(payload: Payload): string
  /** For jobs without content: how many waiting jobs one run completes. */
  batchSize?: number
  /** Also runs on a schedule. */
  repeats?: Schedule
}

export type JobKinds = Record<string, JobKind>

export type PayloadOf<Kind> = Kind extends JobKind<infer Payload> ? Payload : never

/** Infers the payload's type for `key`. */
export const kind = <Payload extends object>(one: JobKind<Payload>): JobKind<Payload> => one

export const noPayload = z.object({})

/** A scheduled job that deletes expired rows, on one server at a time. */
export const sweep = (when: { timeLimitS: number; repeats: Schedule }) =>
  kind({
    payload: noPayload,
    retries: { most: 3, firstWaitS: 60 },
    concurrency: 1,
    key: () => 'all',
    ...when,
  })
