import { type Database, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { MailingList, Subscription } from '#outside/newsletter.ts'
import { understandAnswer } from './understand-answer.ts'

/** Wishes that wait for the mailing service to come back. */
export type KeptSubscriptions = { keep(subscription: Subscription): Promise<void> }

type Needs = { db: Database; keyring: Keyring }

// A job's payload lies open in the database; who wants our newsletter is nobody's business there.
const PLACE = 'jobs|pass-on-subscription|sealed'

export const openKeptSubscriptions = ({ db, keyring }: Needs): KeptSubscriptions => ({
  keep: (subscription) =>
    db.as(theServer, async (sql) => {
      const sealed = keyring.seal(JSON.stringify(subscription), PLACE)
      await sendJob(sql, 'pass-on-subscription', { sealed })
    }),
})

type NewsletterWork = Pick<WorkFor<typeof jobKinds>, 'pass-on-subscription'>

/** Fails, and so is tried again, until the service answers; what it answers then is final, but for "later". */
export const newsletterWork = (list: MailingList, keyring: Keyring): NewsletterWork => ({
  'pass-on-subscription': async ({ payload }) => {
    const kept = JSON.parse(keyring.open(payload.sealed, PLACE)) as Subscription
    // Kept before the form's tag was passed on.
    const subscription = { ...kept, tags: kept.tags ?? [] }

    const { code } = understandAnswer(await list.subscribe(subscription))
    if (code === 'throttled')
      throw new ProviderError('newsletter', 'rate_limited', 'asks us to wait')
  },
})
