import { useQuery } from '@tanstack/react-query'
import { useMember } from '#api/session.ts'
import { currentSubscriptionQuery, givesAccess } from '#api/subscription.ts'
import { EarlyAccessCard } from '#features/profile/early-access-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'
import { PlansLink } from './plans-link.tsx'

export function PreferencesSection() {
  const { id } = useMember()
  const { data: subscription } = useQuery(currentSubscriptionQuery(id))
  const isPro = Boolean(subscription && givesAccess(subscription, new Date()))

  return (
    <WithProfile>
      {(profile) => <EarlyAccessCard profile={profile} isPro={isPro} way={<PlansLink />} />}
    </WithProfile>
  )
}
