import type { MessageKey } from '#i18n/messages.ts'

/** The addresses of the specification, `?tab=`. Three of them open one section. */
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
  profile: 'settingsTabs.profile',
  account: 'settingsTabs.account',
  appearance: 'settingsTabs.appearance',
  language: 'settingsTabs.language',
  notifications: 'settingsTabs.notifications',
  integrations: 'settingsTabs.integrations',
  github: 'settingsTabs.github',
  security: 'settingsTabs.security',
  billing: 'settingsTabs.billing',
  development: 'settingsTabs.development',
  preferences: 'settingsTabs.preferences',
}
