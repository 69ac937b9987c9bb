import * as z from 'zod/mini'
import type { Schedule } from './schedule.ts'

/** A kind of job, apart from the work itself. */
export type JobKind<Payload extends object = object> = {
  /** Ids, never secrets: payloads are stored in clear, also of dead letters. */
  payload: z.ZodMiniType<Payload>
  /** The number of retries, and the first delay, which doubles with each. */
  retries: { most: number; firstWaitS: number }
  /** How many of these one server runs at the same time. */
  concurrency: number
  /** The time limit, after which the work is aborted and counts as failed. */
  timeLimitS: number
  /** Jobs of one key run one after the other, and at most one of them waits. */
  key?(payload: Payload): string
  /** For jobs without content ("look again"): how many waiting ones a single run completes. */
  batchSize?: number
  /** Runs on a schedule, besides being sent. */
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
