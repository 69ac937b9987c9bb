import type { Content } from './content.ts'
import { layoutWords } from './layout-words.ts'

/** The complete plain text form. */
export function layoutText({
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
