// Separate from the schemas, so that the landing page does not download them.

/** Newsletter topics, and their bits in the mailing service. */
export const PREFERENCE_BITS = { essentialUpdates: 1, developmentInsights: 2, tips: 4 } as const

/** The tag that marks subscribers from the landing page. */
export const LANDING_TAG = 'landing-page'

/** The outcome of a subscription. The web app has a text for each, in both languages. */
export const newsletterOutcomes = [
  'subscribed',
  'confirm',
  'kept',
  'already',
  'email_missing',
  'email_invalid',
  'email_fake',
  'preference_missing',
  'field_invalid',
  'throttled',
  'refused',
  'unavailable',
] as const

export type NewsletterOutcome = (typeof newsletterOutcomes)[number]

export const asOutcome = (value: unknown): NewsletterOutcome | null =>
  newsletterOutcomes.find((outcome) => outcome === value) ?? null

export type NewsletterReply = {
  result: 'success' | 'error'
  /** Plain text, in English. */
  msg: string
  code: NewsletterOutcome
  /** The form's name of the field that it concerns. */
  field?: string
}

/** The URL parameter with the outcome of a form sent without script. */
export const OUTCOME_PARAMETER = 'newsletter'
