import { frameWords } from './layout-words.ts'
import type { Language } from './language.ts'
import type { Letter } from './message.ts'
import { addressOf, type Origins, type OwnPlace } from './site-link.ts'
import { ours, type Words } from './words.ts'

/** Who writes. */
export type Letterhead = Origins & { siteName: string; supportEmail: string }

/** All that both forms of a mail are made of: what one says, the other says too. */
export type Content = {
  language: Language
  letter: Letter
  action: Link | null
  alternative: Link | null
  reason: Words
  chooseMails: Link | null
  head: Letterhead
}

type Link = { label: Words; address: string }

const CHOOSE_MAILS: OwnPlace = { on: 'page', name: 'mailSettings' }

export function contentOf(letter: Letter, language: Language, head: Letterhead): Content {
  const { reasons, chooseMails } = frameWords[language]
  const link = (label: Words, place: OwnPlace) => ({ label, address: addressOf(head, place) })

  return {
    language,
    letter,
    action: letter.action ? link(letter.action.label, letter.action.place) : null,
    alternative: letter.alternative
      ? link(letter.alternative.label, letter.alternative.place)
      : null,
    reason: reasons[letter.reason](ours(head.siteName)),
    chooseMails: letter.reason === 'chosen' ? link(chooseMails, CHOOSE_MAILS) : null,
    head,
  }
}
