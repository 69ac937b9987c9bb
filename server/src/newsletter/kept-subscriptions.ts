import { type Database, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { MailingList, Subscription } from '#outside/newsletter.ts'
import { understandAnswer } from './understand-answer.ts'

/** Subscriptions that wait until the mailing service is available. */
export type KeptSubscriptions = { keep(subscription: Subscription): Promise<void> }

type Needs = { db: Database; keyring: Keyring }

// Job payloads are stored unencrypted, and subscribers' addresses are personal data.
const PLACE = 'jobs|pass-on-subscription|sealed'

export const openKeptSubscriptions = ({ db, keyring }: Needs): KeptSubscriptions => ({
  keep: (subscription) =>
    db.as(theServer, async (sql) => {
      const sealed = keyring.seal(JSON.stringify(subscription), PLACE)
      await sendJob(sql, 'pass-on-subscription', { sealed })
    }),
})

type NewsletterWork = Pick<WorkFor<typeof jobKinds>, 'pass-on-subscription'>

/** Fails and is retried until the service answers. Any answer except "throttled" is final. */
export const newsletterWork = (list: MailingList, keyring: Keyring): NewsletterWork => ({
  'pass-on-subscription': async ({ payload }) => {
    const kept = JSON.parse(keyring.open(payload.sealed, PLACE)) as Subscription
    // Older stored subscriptions have no tags.
    const subscription = { ...kept, tags: kept.tags ?? [] }

    const { code } = understandAnswer(await list.subscribe(subscription))
    if (code === 'throttled')
      throw new ProviderError('newsletter', 'rate_limited', 'asks us to wait')
  },
})
