import { type JobKinds, kind, noPayload, sweep } from '@app/platform/jobs/job-kind.ts'
import { hourly } from '@app/platform/jobs/schedule.ts'
import { sender } from '@app/platform/jobs/send-job.ts'
import * as z from 'zod/mini'

/**
 * The product's own kinds of jobs. Any of them may run twice when a server dies in the middle: the
 * work looks at what is there before it does something.
 */
export const jobKinds = {
  /** A provider has a picture of somebody who has none with us. */
  'copy-picture': kind({
    payload: z.object({ userId: z.guid() }),
    retries: { most: 5, firstWaitS: 60 },
    lanes: 1,
    timeLimitS: 30,
  }),

  /** A permission at GitHub that its member has ended with us while GitHub was away. */
  'end-github-grant': kind({
    payload: z.object({ sealed: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    lanes: 1,
    timeLimitS: 30,
  }),

  /** A subscription whose member has left: nothing else here may still know of it. */
  'end-subscription': kind({
    payload: z.object({ subscriptionId: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    lanes: 1,
    timeLimitS: 30,
  }),

  /** A member wants all that we hold about him. */
  'make-export': kind({
    payload: z.object({ id: z.guid() }),
    retries: { most: 4, firstWaitS: 30 },
    lanes: 1,
    timeLimitS: 900,
  }),

  /** A subscription that came while the mailing service was away; about three days of trying. */
  'pass-on-subscription': kind({
    payload: z.object({ sealed: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    lanes: 1,
    timeLimitS: 30,
  }),

  /** Files that members asked for and have had a week to fetch. */
  'sweep-exports': sweep({ timeLimitS: 300, repeats: hourly(53) }),

  /** GitHub tokens that no renewal brings back, and connections that came to nothing. */
  'sweep-github': sweep({ timeLimitS: 60, repeats: hourly(29) }),

  /** Something that GitHub told us. */
  'take-github-event': kind({
    payload: z.object({ id: z.guid() }),
    retries: { most: 8, firstWaitS: 10 },
    lanes: 2,
    timeLimitS: 30,
  }),

  /** Members were given tasks by others and do not know yet. */
  'tell-assignees': kind({
    payload: noPayload,
    retries: { most: 10, firstWaitS: 15 },
    lanes: 1,
    timeLimitS: 60,
    key: () => 'all',
  }),
} satisfies JobKinds

export const sendJob = sender(jobKinds)
