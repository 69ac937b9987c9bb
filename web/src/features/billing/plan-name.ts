import type { MessageKey, Translator } from '#i18n/messages.ts'

/** A name that is the same in every language. */
export const PRO = 'Pro'

// The table is in English; the initial plans of an installation have translated names.
const NAMES: Partial<Record<string, MessageKey>> = {
  Free: 'planNames.free',
  'Pro Monthly': 'planNames.monthly',
  'Pro Annual': 'planNames.annual',
}

/** Plans that an admin added keep the table's name. */
export function planName(t: Translator['t'], name: string | null): string {
  const words = name === null ? undefined : NAMES[name]

  return words ? t(words) : (name ?? PRO)
}
