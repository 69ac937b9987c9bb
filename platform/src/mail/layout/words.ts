import { type Html, html } from './html.ts'
import { userText } from './user-text.ts'

/** A text in both forms of a mail. */
export type Words = { text: string; html: Html }

/** Builds a text. Strings are treated as user text: made harmless and set in bold. Own texts are passed as words. */
export function words(pieces: TemplateStringsArray, ...values: (string | Words)[]): Words {
  const parts = pieces.flatMap((piece, i) => {
    const value = values[i]
    return value === undefined ? [ours(piece)] : [ours(piece), asWords(value)]
  })

  return {
    text: parts.map(({ text }) => text).join(''),
    html: html`${parts.map((part) => part.html)}`,
  }
}

/** Text that is not from users: a date, a number, the product's name. */
export const ours = (text: string): Words => ({ text, html: html`${text}` })

function asWords(value: string | Words): Words {
  if (typeof value !== 'string') return value
  const text = userText(value)

  return { text, html: html`<strong style="font-weight:600">${text}</strong>` }
}
