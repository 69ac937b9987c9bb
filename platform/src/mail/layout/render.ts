import { contentOf, type MailBrand } from './content.ts'
import type { Language } from './language.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'
import type { Template } from './message.ts'
import { ours } from './words.ts'

/** A rendered mail without its envelope. */
export type Rendered = { subject: string; html: string; text: string }

export function render<Params>(
  template: Template<Params>,
  params: Params,
  language: Language,
  brand: MailBrand,
): Rendered {
  const message = template[language](params, ours(brand.siteName))
  const content = contentOf(message, language, brand)

  return { subject: message.subject.text, html: layoutHtml(content), text: layoutText(content) }
}
