import * as z from 'zod/mini'
import type { Schedule } from './schedule.ts'

/** All there is to know of one kind of job, apart from the work itself. */
export type JobKind<Payload extends object = object> = {
  /** Ids, never secrets: payloads lie in the database as they are, and show up among the dead letters. */
  payload: z.ZodMiniType<Payload>
  /** How often it is tried again, and the wait before the first time, which doubles with each. */
  retries: { most: number; firstWaitS: number }
  /** How many of these one server runs at the same time. */
  lanes: number
  /** After so long the work is told to end, and counts as failed. */
  timeLimitS: number
  /** Jobs with one key run one after the other, and never more than one of them waits for its turn. */
  key?(payload: Payload): string
  /** For jobs that only say "look again": so many that wait are answered by one run. */
  bundle?: number
  /** Runs by the clock, beside being sent. */
  repeats?: Schedule
}

export type JobKinds = Record<string, JobKind>

export type PayloadOf<Kind> = Kind extends JobKind<infer Payload> ? Payload : never

/** Lets the compiler find the payload's type, so that `key` knows it. */
export const kind = <Payload extends object>(one: JobKind<Payload>): JobKind<Payload> => one

export const noPayload = z.object({})

/** Deletes what has expired, again and again, on one server at a time. */
export const sweep = (when: { timeLimitS: number; repeats: Schedule }) =>
  kind({
    payload: noPayload,
    retries: { most: 3, firstWaitS: 60 },
    lanes: 1,
    key: () => 'all',
    ...when,
  })
