import type { Language } from './language.ts'
import type { SiteLink } from './site-link.ts'
import type { Words } from './words.ts'

/** The content of a mail, without its layout. */
export type Message = {
  subject: Words
  /** What mail clients show beside the subject. */
  preview: Words
  heading: Words
  lines: Words[]
  /** A code for the user to enter. */
  code?: string
  action?: Action
  /** A secondary action. */
  alternative?: Action
  /** Small print after the action: validity, and what to do if it was not the user. */
  notes?: Words[]
  reason: Reason
}

type Action = { label: Words; link: SiteLink }

/** Why the user gets this mail, shown in its footer. */
export type Reason =
  /** The address was entered, perhaps by someone else. */
  | 'entered'
  /** It concerns the account, and cannot be switched off. */
  | 'account'
  /** The user may switch it off. */
  | 'chosen'

/** The message in each language. */
export type Template<Params> = Record<Language, (params: Params, product: Words) => Message>

/** Templates by the names stored in the outbox. */
// biome-ignore lint/suspicious/noExplicitAny: each template has parameters of its own, which ParamsOf finds again.
export type Templates = Record<string, Template<any>>

export type ParamsOf<One> = One extends Template<infer Params> ? Params : never
