import type { NewsletterOutcome } from '@app/contract/newsletter-answers'
import type { ListAnswer } from '#outside/newsletter.ts'

export type Outcome = { code: NewsletterOutcome; words: string; field: string | null }

/** The service answers only with texts; the first matching pattern decides. */
const MEANINGS: [RegExp, NewsletterOutcome][] = [
  [/already subscribed/i, 'already'],
  [/too many/i, 'throttled'],
  [/fake or invalid/i, 'email_fake'],
  [/(single @|portion of the email address)/i, 'email_invalid'],
]

/** The list's fields in its own order. */
const FIELDS = ['EMAIL', 'FNAME', 'LNAME']

export function understandAnswer({ isAccepted, words, fieldIndex }: ListAnswer): Outcome {
  const field = fieldIndex === null ? null : (FIELDS[fieldIndex] ?? null)
  if (isAccepted) {
    return { code: /confirm/i.test(words) ? 'confirm' : 'subscribed', words, field: null }
  }

  const meant = MEANINGS.find(([pattern]) => pattern.test(words))?.[1]
  const code = meant ?? (fieldIndex === null ? 'refused' : 'field_invalid')
  return {
    code: code === 'field_invalid' && field === 'EMAIL' ? 'email_missing' : code,
    words,
    field,
  }
}
