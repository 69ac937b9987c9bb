import type { Language } from '@app/contract/languages'
import { moment } from '#mail/layout/format.ts'
import type { Message } from '#mail/layout/message.ts'
import type { SiteLink } from '#mail/layout/site-link.ts'
import type { Words } from '#mail/layout/words.ts'

/** The page fills in the address. */
export const signIn = (email: string): SiteLink => ({
  on: 'page',
  name: 'signIn',
  fragment: { email },
})

export const newPassword = (email: string): SiteLink => ({
  on: 'page',
  name: 'recovery',
  fragment: { email },
})

const SECURITY: SiteLink = { on: 'page', name: 'security' }

type NoticeTexts = { when: (time: Words) => Words; check: Words; notYou: Words }

/** All notices have one structure, so that users recognise them. */
export const securityNotice =
  (language: Language, { when, check, notYou }: NoticeTexts) =>
  (at: Date, what: Words, line: Words): Message => ({
    subject: what,
    preview: line,
    heading: what,
    lines: [line, when(moment(language, at))],
    action: { label: check, link: SECURITY },
    notes: [notYou],
    reason: 'account',
  })
