import type { MessageKey, Translator } from '#i18n/messages.ts'

/** A name, and the same in every language. */
export const PRO = 'Pro'

// The table speaks English; the plans that every installation begins with have names in both languages.
const NAMES: Partial<Record<string, MessageKey>> = {
  Free: 'planNames.free',
  'Pro Monthly': 'planNames.monthly',
  'Pro Annual': 'planNames.annual',
}

/** What an admin has added later is called as the table calls it. */
export function planName(t: Translator['t'], name: string | null): string {
  const words = name === null ? undefined : NAMES[name]

  return words ? t(words) : (name ?? PRO)
}
