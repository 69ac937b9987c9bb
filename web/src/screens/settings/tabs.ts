import type { MessageKey } from '#i18n/messages.ts'

export const TABS = [
  'profile',
  'account',
  'appearance',
  'language',
  'notifications',
  'integrations',
  'github',
  'security',
  'billing',
  'development',
  'preferences',
] as const

export type Tab = (typeof TABS)[number]

export const TAB_WORDS: Record<Tab, MessageKey> = {
  profile: 'settings.tabs.profile',
  account: 'settings.tabs.account',
  appearance: 'settings.appearance.title',
  language: 'settings.language.title',
  notifications: 'settings.tabs.notifications',
  integrations: 'settings.tabs.integrations',
  github: 'github.tab',
  security: 'settings.tabs.security',
  billing: 'settings.tabs.billing',
  development: 'settings.tabs.development',
  preferences: 'settings.tabs.preferences',
}

/** What the address asks for, or the first one. */
export function tabOf(parameter: string | null): Tab {
  return TABS.find((tab) => tab === parameter) ?? 'profile'
}
