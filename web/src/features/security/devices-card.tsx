import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Arriving } from '#ui/arriving.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toasts } from '#ui/toaster.tsx'
import { DeviceRow } from './device-row.tsx'
import { sessionsQuery, useEndSession, useSignOutElsewhere } from './sessions.ts'

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
            look="secondary"
            size="sm"
            isBusy={others.isPending}
            onClick={() => others.mutate(undefined, tell(t('settings.devices.othersDone')))}
          >
            {t('settings.devices.others')}
          </Button>
          <Button
            look="secondary"
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
        <Arriving>
          <Skeleton className="h-24 w-full" />
        </Arriving>
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
