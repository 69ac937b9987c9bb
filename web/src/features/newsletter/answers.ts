import type { NewsletterOutcome } from '@app/contract/newsletter-answers'
import type { MessageKey } from '#i18n/messages.ts'

/** The server's outcome, or `failed` without one. */
export type Answer = NewsletterOutcome | 'failed'

export const ANSWER_WORDS: Record<Answer, MessageKey> = {
  subscribed: 'newsletter.answers.subscribed',
  confirm: 'newsletter.answers.confirm',
  kept: 'newsletter.answers.kept',
  already: 'newsletter.answers.already',
  email_missing: 'newsletter.answers.email_missing',
  email_invalid: 'newsletter.answers.email_invalid',
  email_fake: 'newsletter.answers.email_fake',
  preference_missing: 'newsletter.answers.preference_missing',
  field_invalid: 'newsletter.answers.field_invalid',
  throttled: 'newsletter.answers.throttled',
  refused: 'newsletter.answers.refused',
  unavailable: 'newsletter.answers.unavailable',
  failed: 'newsletter.answers.failed',
}

/** Where an answer is shown: beside its field, else in one of the form's two areas. */
export function targetOf(answer: Answer): 'email' | 'preferences' | 'success' | 'error' {
  if (['subscribed', 'confirm', 'kept'].includes(answer)) return 'success'
  if (answer === 'preference_missing') return 'preferences'

  return answer.startsWith('email_') ? 'email' : 'error'
}
