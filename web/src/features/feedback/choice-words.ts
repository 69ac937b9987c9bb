import type { Choice } from '#api/content/feedback.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { rowText } from '#i18n/row-text.ts'

/** Our text for known codes, else the admin's text, else the code. */
export function choiceWords(
  { t, language }: Pick<Translator, 't' | 'language'>,
  known: Partial<Record<string, MessageKey>>,
  { code, name_en, ...others }: Choice,
): string {
  const words = known[code]
  if (words) return t(words)

  return name_en ? rowText({ name_en, ...others }, 'name', language) : code
}
