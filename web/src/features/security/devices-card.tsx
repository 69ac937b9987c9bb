import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { sessionsQuery, useEndSession, useSignOutElsewhere } from '#api/sign-in/sessions.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { DeviceRow } from './device-row.tsx'

export function DevicesCard() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery)
  const ending = useEndSession()
  const others = useSignOutElsewhere('others')
  const everywhere = useSignOutElsewhere('global')
  const failure = ending.error ?? others.error ?? everywhere.error
  const tell = (title: string) => ({ onSuccess: () => toasts.show({ title, tone: 'positive' }) })

  return (
    <Card
      title={t('settings.devices.title')}
      lead={t('settings.devices.lead')}
      footer={
        <>
          <Button
            variant="secondary"
            size="sm"
            isBusy={others.isPending}
            onClick={() => others.mutate(undefined, tell(t('settings.devices.othersDone')))}
          >
            {t('settings.devices.others')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            isBusy={everywhere.isPending}
            onClick={() => everywhere.mutate()}
          >
            {t('settings.devices.everywhere')}
          </Button>
        </>
      }
    >
      {failure && (
        <FailureNotice
          failure={{
            title: t('settings.devices.failed'),
            text: userMessage(t, failure, 'errors.tryAgain'),
          }}
        />
      )}
      {sessions.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-24 w-full" />
        </UnsizedPlaceholder>
      )}
      {sessions.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, sessions.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={sessions.refetch}
        />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isBusy={ending.isPending && ending.variables === session.id}
            onRevoke={() => ending.mutate(session.id, tell(t('settings.devices.revoked')))}
          />
        ))}
      </ul>
    </Card>
  )
}
