import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import type { ComponentType } from 'react'
import { TABS, type Tab } from '#features/site/settings-tabs.ts'
import { loadNamespaces, type MessageKey } from '#i18n/messages.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'

/** The navigation, in groups. */
export const TAB_GROUPS: { title: MessageKey; tabs: Tab[] }[] = [
  {
    title: 'settings.groups.you',
    tabs: ['profile', 'account', 'security', 'notifications', 'preferences'],
  },
  { title: 'settings.groups.connections', tabs: ['github', 'integrations'] },
  { title: 'settings.groups.plan', tabs: ['billing'] },
  { title: 'settings.groups.developer', tabs: ['development'] },
]

/** The tab from the URL, or the first one. */
export function tabOf(parameter: string | null): Tab {
  return TABS.find((tab) => tab === parameter) ?? 'profile'
}

/** The navigation entry that contains a tab. */
export function entryOf(tab: Tab): Tab {
  return tab === 'appearance' || tab === 'language' ? 'preferences' : tab
}

const section = (load: () => Promise<ComponentType>, ...namespaces: Namespace[]) =>
  onDemandInPlace(
    async () => {
      const [Section] = await Promise.all([load(), loadNamespaces(namespaces)])
      return Section
    },
    <Card>
      <Skeleton className="h-40 w-full" />
    </Card>,
  )

const preferences = section(
  async () => (await import('./preferences-section.tsx')).PreferencesSection,
)

/** Loaded when opened, with their own texts. */
export const SECTIONS: Record<Tab, ComponentType> = {
  profile: section(async () => (await import('./profile-section.tsx')).ProfileSection),
  account: section(async () => (await import('./account-section.tsx')).AccountSection, 'auth'),
  appearance: preferences,
  language: preferences,
  notifications: section(
    async () => (await import('./notifications-section.tsx')).NotificationsSection,
  ),
  integrations: section(
    async () => (await import('./integrations-section.tsx')).IntegrationsSection,
    'github',
  ),
  github: section(
    async () => (await import('./github-section.tsx')).GithubSection,
    'github',
    'githubSettings',
  ),
  security: section(async () => (await import('./security-section.tsx')).SecuritySection, 'auth'),
  billing: section(async () => (await import('./billing-section.tsx')).BillingSection, 'billing'),
  development: section(
    async () => (await import('./development-section.tsx')).DevelopmentSection,
    'extensionState',
    'github',
  ),
  preferences,
}
