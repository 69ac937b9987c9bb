import type { MessageKey } from '#i18n/messages.ts'

export const TABS = ['appearance', 'language', 'github', 'security'] as const

export type Tab = (typeof TABS)[number]

export const TAB_WORDS: Record<Tab, MessageKey> = {
  appearance: 'settings.appearance.title',
  language: 'settings.language.title',
  github: 'github.tab',
  security: 'settings.security',
}

/** What the address asks for, or the first one. */
export function tabOf(parameter: string | null): Tab {
  return TABS.find((tab) => tab === parameter) ?? 'appearance'
}
