import { type JobKinds, kind, noPayload, sweep } from '@app/platform/jobs/job-kind.ts'
import { daily, everyMinutes, hourly } from '@app/platform/jobs/schedule.ts'
import { sender } from '@app/platform/jobs/send-job.ts'
import * as z from 'zod/mini'

/** The product's job kinds. A job may run twice if a server crashes, so its work first checks the current state. */
export const jobKinds = {
  /** Asks the payment provider about a subscription that only a webhook has reported. */
  'check-subscription': kind({
    payload: z.object({ subscriptionId: z.string() }),
    retries: { most: 7, firstWaitS: 20 },
    concurrency: 2,
    timeLimitS: 120,
    key: ({ subscriptionId }) => subscriptionId,
  }),

  /** Copies a provider's avatar for a member without one. */
  'copy-picture': kind({
    payload: z.object({ userId: z.guid() }),
    retries: { most: 5, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Deletes a temporary copy at GitHub when it is due. */
  'delete-clone': kind({
    payload: z.object({ cloneId: z.guid() }),
    retries: { most: 3, firstWaitS: 5 },
    concurrency: 8,
    timeLimitS: 30,
    key: ({ cloneId }) => cloneId,
  }),

  /** Revokes a grant at GitHub that ended here while GitHub was unavailable. */
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

  /** Copies a private repository for the builder. The database allows one import per member. */
  'import-private': kind({
    payload: z.object({ cloneId: z.guid() }),
    retries: { most: 1, firstWaitS: 1 },
    concurrency: 2,
    timeLimitS: 300,
    key: ({ cloneId }) => cloneId,
  }),

  /** Looks up a refund whose answer was lost or whose server crashed. */
  'look-up-refund': kind({
    payload: z.object({ paymentId: z.guid() }),
    retries: { most: 12, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 60,
    key: ({ paymentId }) => paymentId,
  }),

  /** Writes a member's data export. */
  'make-export': kind({
    payload: z.object({ id: z.guid() }),
    retries: { most: 4, firstWaitS: 30 },
    concurrency: 1,
    timeLimitS: 900,
  }),

  /** A newsletter subscription stored while the mailing service was unavailable; retried for about three days. */
  'pass-on-subscription': kind({
    payload: z.object({ sealed: z.string() }),
    retries: { most: 12, firstWaitS: 60 },
    concurrency: 1,
    timeLimitS: 30,
  }),

  /** Compares all data with the payment provider, every night. */
  'reconcile-all': sweep({ timeLimitS: 3600, repeats: daily(3, 17) }),

  /** Asks the payment provider about subscriptions that should have changed by now. */
  'reconcile-due': sweep({ timeLimitS: 540, repeats: everyMinutes(10) }),

  /** Deletes audit lines after two years, refusals after 90 days. */
  'sweep-audit': sweep({ timeLimitS: 900, repeats: daily(4, 23) }),

  /** Deletes old events of the payment provider, and checkouts that were never paid. */
  'sweep-billing': sweep({ timeLimitS: 300, repeats: hourly(41) }),

  /** Deletes temporary copies after their lifetime, and notifies members about undeleted ones. */
  'sweep-clones': sweep({ timeLimitS: 50, repeats: everyMinutes(1) }),

  /** Deletes data exports after a week. */
  'sweep-exports': sweep({ timeLimitS: 300, repeats: hourly(53) }),

  /** Permanently deletes feedback that an admin deleted 30 days ago. */
  'sweep-feedback': sweep({ timeLimitS: 300, repeats: hourly(47) }),

  /** Deletes GitHub tokens that cannot be renewed, and unfinished connections. */
  'sweep-github': sweep({ timeLimitS: 60, repeats: hourly(29) }),

  /** Processes the payment provider's events of one subscription: eight tries in 40 minutes. */
  'take-billing-events': kind({
    payload: z.object({ subscriptionId: z.string() }),
    retries: { most: 7, firstWaitS: 20 },
    concurrency: 4,
    timeLimitS: 120,
    key: ({ subscriptionId }) => subscriptionId,
  }),

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

  /** Mails admins before the metadata of a company's identity provider ends. */
  'warn-of-metadata-ends': sweep({ timeLimitS: 120, repeats: daily(6, 11) }),

  /** Writes the admins' figures of today, and finalises yesterday's after midnight UTC. */
  'write-figures': sweep({ timeLimitS: 600, repeats: hourly(3) }),
} satisfies JobKinds

export const sendJob = sender(jobKinds)
