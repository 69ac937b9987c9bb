import type { Language } from '@app/contract/languages'
import { layoutWords } from './layout-words.ts'
import type { Message } from './message.ts'
import { addressOf, type Origins, type SiteLink } from './site-link.ts'
import { ours, type Words } from './words.ts'

/** The product as its mails show it. */
export type MailBrand = Origins & { siteName: string; supportEmail: string }

/** The content of both forms of a mail, HTML and text. */
export type Content = {
  language: Language
  message: Message
  action: Link | null
  alternative: Link | null
  reason: Words
  chooseMails: Link | null
  brand: MailBrand
}

type Link = { label: Words; address: string }

const CHOOSE_MAILS: SiteLink = { on: 'page', name: 'mailSettings' }

export function contentOf(message: Message, language: Language, brand: MailBrand): Content {
  const { reasons, chooseMails } = layoutWords[language]
  const resolve = (label: Words, link: SiteLink) => ({ label, address: addressOf(brand, link) })

  return {
    language,
    message,
    action: message.action ? resolve(message.action.label, message.action.link) : null,
    alternative: message.alternative
      ? resolve(message.alternative.label, message.alternative.link)
      : null,
    reason: reasons[message.reason](ours(brand.siteName)),
    chooseMails: message.reason === 'chosen' ? resolve(chooseMails, CHOOSE_MAILS) : null,
    brand,
  }
}
