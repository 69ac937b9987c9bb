import type { NewsletterOutcome } from '@app/contract/newsletter-answers'
import type { Limit } from '@app/platform/limits/limit.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { MailingList, Subscription } from '#outside/newsletter.ts'
import type { KeptSubscriptions } from './kept-subscriptions.ts'
import { type Outcome, understandAnswer } from './understand-answer.ts'

export type Newsletter = {
  /** null: no mailing service is configured. */
  list: MailingList | null
  kept: KeptSubscriptions
  limits: RateLimits
  log: Log
}

export type SubscriptionInput = Subscription & {
  /** Invisible to people, so only bots fill it in. */
  honeypot: string
  clientAddress: string
}

const PER_CLIENT: Limit = { burst: 10, perSecond: 1 / 60 }
const PER_ADDRESS: Limit = { burst: 3, perSecond: 1 / 300 }

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i

/** Sends a subscription to the mailing service, or stores it while the service is unavailable. */
export async function subscribe(
  newsletter: Newsletter,
  input: SubscriptionInput,
): Promise<Outcome> {
  const { honeypot, clientAddress, ...subscription } = input
  const { email, bits } = subscription
  if (email === '') return outcome('email_missing', 'EMAIL')
  if (!EMAIL.test(email)) return outcome('email_invalid', 'EMAIL')
  if (bits.length === 0) return outcome('preference_missing', 'group')
  // Looks like a success, so that the bot does not try other ways.
  if (honeypot !== '') return outcome('confirm')
  if (!newsletter.list) return outcome('unavailable')

  await newsletter.limits.take(`newsletter from ${clientAddress}`, PER_CLIENT)
  await newsletter.limits.take(`newsletter to ${email.toLowerCase()}`, PER_ADDRESS)

  try {
    return understandAnswer(await newsletter.list.subscribe(subscription))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    newsletter.log.warn({ err: error }, 'newsletter subscription deferred')
    await newsletter.kept.keep(subscription)
    return outcome('kept')
  }
}

const WORDS: Partial<Record<NewsletterOutcome, string>> = {
  confirm:
    'Almost finished... We need to confirm your email address. Please click the link in the email we just sent you.',
  email_invalid: 'Please enter a valid email address.',
  email_missing: 'Please enter your email address.',
  kept: 'The mailing service does not answer right now. We keep your request and pass it on as soon as it does.',
  preference_missing: 'Please choose at least one preference.',
  unavailable: 'The newsletter is not available right now.',
}

const outcome = (code: NewsletterOutcome, field: string | null = null): Outcome => ({
  code,
  words: WORDS[code] ?? '',
  field,
})
