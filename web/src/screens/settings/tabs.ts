import { type ComponentType, lazy } from 'react'
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

/** The tab of the address, or the first one. */
export function tabOf(parameter: string | null): Tab {
  return TABS.find((tab) => tab === parameter) ?? 'profile'
}

/** Loaded when it is opened. */
export const SECTIONS: Record<Tab, ComponentType> = {
  profile: lazy(async () => ({
    default: (await import('./profile-section.tsx')).ProfileSection,
  })),
  account: lazy(async () => ({
    default: (await import('./account-section.tsx')).AccountSection,
  })),
  appearance: lazy(async () => ({
    default: (await import('./appearance-card.tsx')).AppearanceCard,
  })),
  language: lazy(async () => ({
    default: (await import('./language-card.tsx')).LanguageCard,
  })),
  notifications: lazy(async () => ({
    default: (await import('./notifications-section.tsx')).NotificationsSection,
  })),
  integrations: lazy(async () => ({
    default: (await import('./integrations-section.tsx')).IntegrationsSection,
  })),
  github: lazy(async () => ({
    default: (await import('./github-section.tsx')).GithubSection,
  })),
  security: lazy(async () => ({
    default: (await import('./security-section.tsx')).SecuritySection,
  })),
  billing: lazy(async () => ({
    default: (await import('./billing-section.tsx')).BillingSection,
  })),
  development: lazy(async () => ({
    default: (await import('./development-section.tsx')).DevelopmentSection,
  })),
  preferences: lazy(async () => ({
    default: (await import('./preferences-section.tsx')).PreferencesSection,
  })),
}
