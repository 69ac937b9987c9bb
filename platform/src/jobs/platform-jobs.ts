import * as z from 'zod/mini'
import { type JobKinds, kind, noPayload, sweep } from './job-kind.ts'
import { daily, hourly } from './schedule.ts'

/** The platform's job kinds. A job may run twice if a server crashes, so its work first checks the current state. */
export const platformJobs = {
  /** Delivers due mail. The outbox stores the mails and their retry times. */
  'deliver-mail': kind({
    payload: noPayload,
    retries: { most: 10, firstWaitS: 15 },
    concurrency: 1,
    timeLimitS: 300,
    batchSize: 500,
  }),

  'forget-old-mail': sweep({ timeLimitS: 60, repeats: daily(3, 20) }),

  /** Deletes bytes that no file uses. */
  'sweep-files': sweep({ timeLimitS: 300, repeats: hourly(17) }),

  /** Deletes rate limits that have been full for a long time. */
  'sweep-limits': sweep({ timeLimitS: 60, repeats: hourly(41) }),

  /** Deletes expired codes and unfinished sign-ins. */
  'sweep-sign-ins': sweep({ timeLimitS: 60, repeats: daily(3, 50) }),

  /** Fetches the metadata of one SSO provider, or of all. */
  'fetch-sso-metadata': kind({
    payload: z.object({ providerId: z.optional(z.string()) }),
    retries: { most: 1, firstWaitS: 60 },
    concurrency: 1,
    key: ({ providerId }) => providerId ?? 'all',
    timeLimitS: 300,
    repeats: daily(4, 20),
  }),
} satisfies JobKinds
