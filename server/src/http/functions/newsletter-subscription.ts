import { createHash } from 'node:crypto'
import {
  type NewsletterSubscriptionReply,
  newsletterSubscriptionBody,
} from '@app/contract/newsletter'
import { type NewsletterOutcome, PREFERENCE_BITS } from '@app/contract/newsletter-answers'
import type { Clock } from '@app/platform/clock/clock.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { openFunction } from '@app/platform/http/functions/server-function.ts'
import { type Newsletter, subscribe } from '#newsletter/subscribe.ts'

type Needs = { newsletter: Newsletter; clock: Clock }

/** The extension's form: other field names for the same mailing list. */
export const newsletterSubscription = openFunction<Needs>(
  'POST',
  async (request, visitor, needs) => {
    const { email, firstName, lastName, customFields } = await readJson(
      request,
      newsletterSubscriptionBody,
    )
    const { code, words } = await subscribe(needs.newsletter, {
      email,
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      bits: bitsOf(customFields?.preferences),
      tags: [],
      fields: {},
      honeypot: '',
      clientAddress: visitor.address,
    })

    const status = STATUS[code]
    if (status === undefined) {
      const refusal = { success: false, error: words, message: words, code }
      return jsonAnswer(refusal, { status: code === 'unavailable' ? 503 : 422 })
    }
    const subscribedAt = needs.clock.now().toISOString()
    const reply: NewsletterSubscriptionReply = {
      success: true,
      message: words,
      subscriber: { id: subscriberId(email), email, status, subscribedAt },
    }
    return jsonAnswer(reply, { status: 201 })
  },
)

const STATUS: Partial<Record<NewsletterOutcome, string>> = {
  subscribed: 'subscribed',
  confirm: 'pending',
  kept: 'pending',
}

/** The mailing service's id of an address. */
const subscriberId = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex')

const NAMES: Record<string, number> = {
  productUpdates: PREFERENCE_BITS.essentialUpdates,
  communityNews: PREFERENCE_BITS.developmentInsights,
  tips: PREFERENCE_BITS.tips,
}

/** JSON within JSON; older versions send none, which means the essential updates. */
function bitsOf(preferences: string | undefined): number[] {
  if (preferences === undefined) return [PREFERENCE_BITS.essentialUpdates]

  try {
    const wanted = JSON.parse(preferences) as Record<string, unknown>
    return Object.entries(NAMES).flatMap(([name, bit]) => (wanted[name] === true ? [bit] : []))
  } catch {
    return [PREFERENCE_BITS.essentialUpdates]
  }
}
