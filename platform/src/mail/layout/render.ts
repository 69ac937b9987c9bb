import type { Language } from '@app/contract/languages'
import { type Content, contentOf, type MailBrand } from './content.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutWords } from './layout-words.ts'
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

/** The complete plain text form. */
function layoutText({
  language,
  message,
  action,
  alternative,
  reason,
  chooseMails,
  brand,
}: Content): string {
  const { code, writeToUs } = layoutWords[language]
  const blocks = [
    message.heading.text,
    ...message.lines.map(({ text }) => text),
    action && `${action.label.text}:\n${action.address}`,
    alternative && `${alternative.label.text}:\n${alternative.address}`,
    message.code !== undefined && (action ? `${code.text} ${message.code}` : message.code),
    ...(message.notes ?? []).map(({ text }) => text),
    // Two dashes and a space mark the signature.
    [
      '-- ',
      `${brand.siteName} · ${brand.siteUrl}`,
      reason.text,
      chooseMails && `${chooseMails.label.text}: ${chooseMails.address}`,
      `${writeToUs.text} ${brand.supportEmail}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]

  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
