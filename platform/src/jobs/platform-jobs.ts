import { type JobKinds, kind, noPayload, sweep } from './job-kind.ts'
import { daily, hourly } from './schedule.ts'

/**
 * The platform's own kinds of jobs. Any of them may run twice when a server dies in the middle: the work looks at what
 * is there before it does something.
 */
export const platformJobs = {
  /** Mail has become due. What is sent, and when it is tried again, is written in the outbox. */
  'deliver-mail': kind({
    payload: noPayload,
    retries: { most: 10, firstWaitS: 15 },
    lanes: 1,
    timeLimitS: 300,
    bundle: 500,
  }),

  'forget-old-mail': sweep({ timeLimitS: 60, repeats: daily(3, 20) }),

  /** Bytes that no file shows any more. */
  'sweep-files': sweep({ timeLimitS: 300, repeats: hourly(17) }),

  /** Limits that have long been full again. */
  'sweep-limits': sweep({ timeLimitS: 60, repeats: hourly(41) }),

  /** Codes and sign-ins that came to nothing. */
  'sweep-sign-ins': sweep({ timeLimitS: 60, repeats: daily(3, 50) }),
} satisfies JobKinds
