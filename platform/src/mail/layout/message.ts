import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@app/contract/languages'
import type { SiteLink } from './site-link.ts'
import type { Words } from './words.ts'

/** The content of a mail, without its layout. */
export type Message = {
  subject: Words
  /** The text that mail clients show beside the subject. */
  preview: Words
  heading: Words
  lines: Words[]
  /** A code for the user to enter. */
  code?: string
  action?: Action
  /** A secondary action. */
  alternative?: Action
  /** Small print after the action: validity, and advice if somebody else requested the mail. */
  notes?: Words[]
  reason: Reason
}

type Action = { label: Words; link: SiteLink }

/** Why the user receives this mail, shown in its footer. */
export type Reason =
  /** The address was entered, perhaps by someone else. */
  | 'entered'
  /** It concerns the account and cannot be disabled. */
  | 'account'
  /** The user can disable it. */
  | 'chosen'

type Write<Params> = (params: Params, product: Words) => Message

/** Mails in one language, by the names stored in the outbox. */
export type Texts<ParamsByName> = { [Name in keyof ParamsByName]: Write<ParamsByName[Name]> }

/** The message in each language. */
export type Template<Params> = Record<Language, Write<Params>>

/** Templates by the names stored in the outbox. */
// biome-ignore lint/suspicious/noExplicitAny: each template has parameters of its own, which ParamsOf finds again.
export type Templates = Record<string, Template<any>>

export type ParamsOf<One> = One extends Template<infer Params> ? Params : never

type TemplatesOf<All> = {
  [Name in keyof All]: All[Name] extends Write<infer Params> ? Template<Params> : never
}

/** Regroups the mails of each language into the languages of each mail. */
export function templatesOf<All extends Texts<Record<keyof All, never>>>(
  texts: Record<Language, All>,
): TemplatesOf<All> {
  const names = Object.keys(texts[DEFAULT_LANGUAGE]) as (keyof All)[]
  const inAll = (name: keyof All) => LANGUAGES.map((language) => [language, texts[language][name]])

  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(inAll(name))]),
  ) as TemplatesOf<All>
}
