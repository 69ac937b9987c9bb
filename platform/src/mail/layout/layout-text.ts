import type { Content } from './content.ts'
import { frameWords } from './layout-words.ts'

/** The letter for those who read plain text, complete. */
export function frameText({
  language,
  letter,
  action,
  alternative,
  reason,
  chooseMails,
  head,
}: Content): string {
  const { code, writeToUs } = frameWords[language]
  const blocks = [
    letter.heading.text,
    ...letter.lines.map(({ text }) => text),
    action && `${action.label.text}:\n${action.address}`,
    alternative && `${alternative.label.text}:\n${alternative.address}`,
    letter.code !== undefined && (action ? `${code.text} ${letter.code}` : letter.code),
    ...(letter.notes ?? []).map(({ text }) => text),
    // Two dashes and a space: mail clients know that the signature begins here.
    [
      '-- ',
      `${head.siteName} · ${head.siteUrl}`,
      reason.text,
      chooseMails && `${chooseMails.label.text}: ${chooseMails.address}`,
      `${writeToUs.text} ${head.supportEmail}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]

  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
