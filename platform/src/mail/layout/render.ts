import { contentOf, type Letterhead } from './content.ts'
import { frameHtml } from './layout-html.ts'
import { frameText } from './layout-text.ts'
import type { Language } from './language.ts'
import type { Template } from './message.ts'
import { ours } from './words.ts'

/** A mail as it is sent, but for the envelope. */
export type Rendered = { subject: string; html: string; text: string }

export function render<Params>(
  template: Template<Params>,
  params: Params,
  language: Language,
  head: Letterhead,
): Rendered {
  const letter = template[language](params, ours(head.siteName))
  const content = contentOf(letter, language, head)

  return { subject: letter.subject.text, html: frameHtml(content), text: frameText(content) }
}
