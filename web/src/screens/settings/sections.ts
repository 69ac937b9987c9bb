import { type ComponentType, lazy } from 'react'
import type { Tab } from './tabs.ts'

/** Each is fetched when it is opened: nobody reads them all. */
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
