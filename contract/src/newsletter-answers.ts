// Apart from the schemas: the landing page must know this, and need not download them for it.

/** What people may choose to hear of, and the bits by which the mailing service knows it. */
export const PREFERENCE_BITS = { essentialUpdates: 1, developmentInsights: 2, tips: 4 } as const

/** The tag by which the list knows whom the landing page's form brought. */
export const LANDING_TAG = 'landing-page'

/** How it went. The web has a sentence for each, in both languages. */
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
  /** The field it is about, by its name in the form. */
  field?: string
}

/** The page's address after a form was sent without script carries the outcome under this name. */
export const OUTCOME_PARAMETER = 'newsletter'
