import { type Html, html } from './html.ts'
import { userText } from './user-text.ts'

/** A text in both forms of a mail. */
export type Words = { text: string; html: Html }

/** Builds a text. Strings count as user text: they are sanitised and set in bold. Our own texts are passed as `Words`. */
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

/** Text that does not come from users: a date, a number, the product's name. */
export const ours = (text: string): Words => ({ text, html: html`${text}` })

/** Longer text that an operator has written, one entry for each paragraph. Line breaks stay, markup does not. */
export const paragraphs = (text: string): Words[] =>
  withoutControls(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({
      text: paragraph,
      html: html`${paragraph.split('\n').map((line, i) => html`${i === 0 ? '' : BREAK}${line}`)}`,
    }))

const BREAK = html`<br>`

const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')

function asWords(value: string | Words): Words {
  if (typeof value !== 'string') return value
  const text = userText(value)

  return { text, html: html`<strong style="font-weight:600">${text}</strong>` }
}
