import type { MessageKey } from '#i18n/messages.ts'

/** The specification's `?tab=` values, with their texts. Three of them open one section. */
export const TAB_WORDS = {
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
} as const satisfies Record<string, MessageKey>

export type Tab = keyof typeof TAB_WORDS

export const TABS = Object.keys(TAB_WORDS) as Tab[]
