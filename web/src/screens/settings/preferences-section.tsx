import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { useMember } from '#api/session/session.ts'
import { ProLock } from '#features/billing/pro-lock.tsx'
import { EarlyAccessCard } from '#features/profile/early-access-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { LanguageCard } from './language-card.tsx'

/** How the application looks and speaks to its member. The addresses of appearance and language lead to their cards. */
export function PreferencesSection() {
  return (
    <>
      <Place tab="appearance">
        <AppearanceCard />
      </Place>
      <Place tab="language">
        <LanguageCard />
      </Place>
      <EarlyAccess />
    </>
  )
}

function Place({ tab, children }: { tab: string; children: ReactNode }) {
  const [parameters] = useSearchParams()
  const place = useRef<HTMLDivElement>(null)
  const isMeant = parameters.get('tab') === tab

  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isMeant])

  return (
    <div ref={place} className="scroll-mt-24">
      {children}
    </div>
  )
}

function EarlyAccess() {
  const { t } = useTranslation()
  const { data: status } = useQuery(subscriptionStatusQuery(useMember().id))
  const isPro = status === undefined ? null : status?.subscription_status === 'active'
  const lock = (
    <ProLock name={t('settings.preferences.switch')} text={t('settings.preferences.proOnly')} />
  )

  return (
    <WithProfile>
      {(profile) => <EarlyAccessCard profile={profile} isPro={isPro} lock={lock} />}
    </WithProfile>
  )
}
