import type { Language } from './language.ts'
import type { SiteLink } from './site-link.ts'
import type { Words } from './words.ts'

/** What a mail says; how it looks is the same for all. */
export type Message = {
  subject: Words
  /** What mail clients show beside the subject. */
  preview: Words
  heading: Words
  lines: Words[]
  /** To be typed where it was asked for. */
  code?: string
  action?: Action
  /** Another way on, less prominent than the first. */
  alternative?: Action
  /** Smaller, after the action: how long it holds, what to do if it was somebody else. */
  notes?: Words[]
  reason: Reason
}

type Action = { label: Words; link: SiteLink }

/** Why somebody gets this mail, as said at its foot. */
export type Reason =
  /** The address was typed in, perhaps by somebody else. */
  | 'entered'
  /** It concerns the person's account, whether they like it or not. */
  | 'account'
  /** They may switch it off. */
  | 'chosen'

/** The message in each language. */
export type Template<Params> = Record<Language, (params: Params, product: Words) => Message>

/** Mails under the names they have in the outbox. */
// biome-ignore lint/suspicious/noExplicitAny: each template has parameters of its own, which ParamsOf finds again.
export type Templates = Record<string, Template<any>>

export type ParamsOf<One> = One extends Template<infer Params> ? Params : never
