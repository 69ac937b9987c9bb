import { type JobKinds, kind, noPayload, sweep } from '@app/platform/jobs/job-kind.ts'
import { hourly } from '@app/platform/jobs/schedule.ts'
import { sender } from '@app/platform/jobs/send-job.ts'
import * as z from 'zod/mini'

/** The product's job kinds. A job may run twice when a server crashes, so work checks the current state first. */
export const jobKinds = {
  /** A provider has a picture of a member without an avatar. */
  'copy-picture': kind({
    payload: z.object({ userId: z.guid() }),
    retries: { most: 5, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Revokes a grant at GitHub that was ended here while GitHub was unavailable. */
  'end-github-grant': kind({
    payload: z.object({ sealed: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Ends the subscription of a deleted account, of which no other record may remain. */
  'end-subscription': kind({
    payload: z.object({ subscriptionId: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Writes a member's data export. */
  'make-export': kind({
    payload: z.object({ id: z.guid() }),
    retries: { most: 4, firstWaitS: 30 },
    concurrency: 1,
    timeLimitS: 900,
  }),

  /** A newsletter subscription kept while the mailing service was unavailable; tried for about three days. */
  'pass-on-subscription': kind({
    payload: z.object({ sealed: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Deletes data exports after a week. */
  'sweep-exports': sweep({ timeLimitS: 300, repeats: hourly(53) }),

  /** Deletes GitHub tokens that cannot be renewed, and unfinished connections. */
  'sweep-github': sweep({ timeLimitS: 60, repeats: hourly(29) }),

  /** Processes a webhook event of GitHub. */
  'take-github-event': kind({
    payload: z.object({ id: z.guid() }),
    retries: { most: 8, firstWaitS: 10 },
    concurrency: 2,
    timeLimitS: 30,
  }),

  /** Mails members about tasks that others assigned to them. */
  'tell-assignees': kind({
    payload: noPayload,
    retries: { most: 10, firstWaitS: 15 },
    concurrency: 1,
    timeLimitS: 60,
    key: () => 'all',
  }),
} satisfies JobKinds

export const sendJob = sender(jobKinds)
