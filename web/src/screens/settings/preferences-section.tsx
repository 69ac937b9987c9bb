import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMember } from '#api/session.ts'
import { currentSubscriptionQuery, givesAccess } from '#api/subscription.ts'
import { EarlyAccessCard } from '#features/profile/early-access-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { PlansLink } from './plans-link.tsx'

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
  const { id } = useMember()
  const { data: subscription } = useQuery(currentSubscriptionQuery(id))
  const isPro = Boolean(subscription && givesAccess(subscription, new Date()))

  return (
    <WithProfile>
      {(profile) => <EarlyAccessCard profile={profile} isPro={isPro} way={<PlansLink />} />}
    </WithProfile>
  )
}
