import type { Content } from './content.ts'
import { layoutWords } from './layout-words.ts'

/** The message for those who read plain text, complete. */
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
    // Two dashes and a space: mail clients know that the signature begins here.
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
