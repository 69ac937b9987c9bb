import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type OwnProfile, ownProfileQuery } from '#api/account/profile.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Loads the profile for cards that show parts of it. */
export function WithProfile({ children }: { children: (profile: OwnProfile) => ReactNode }) {
  const { t } = useTranslation()
  const { id } = useMember()
  const profile = useQuery(ownProfileQuery(id))

  if (profile.isPending) {
    return (
      <Card>
        <Skeleton className="h-40 w-full" />
      </Card>
    )
  }
  if (profile.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, profile.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={profile.refetch}
        />
      </Card>
    )
  }

  return children(profile.data)
}
