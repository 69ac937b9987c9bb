import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { sessionsQuery, useEndSession } from '#api/sign-in/sessions.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { DeviceRow } from './device-row.tsx'

/** Only the extension's sessions. */
export function ExtensionSessionCard() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery)
  const ending = useEndSession()
  const own = sessions.data?.filter(({ kind }) => kind === 'extension')

  function end(id: string) {
    const title = t('settings.devices.revoked')
    ending.mutate(id, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <Card
      title={t('settings.development.sessionTitle')}
      lead={t('settings.development.sessionLead')}
    >
      {ending.error && (
        <FailureNotice
          failure={{
            title: t('settings.devices.failed'),
            text: userMessage(t, ending.error, 'errors.tryAgain'),
          }}
        />
      )}
      {sessions.isPending && <Skeleton className="h-12 w-full" />}
      {sessions.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, sessions.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={sessions.refetch}
        />
      )}
      {own?.length === 0 && (
        <p className="text-sm text-ink-soft">{t('settings.development.noSession')}</p>
      )}
      <ul className="divide-y divide-line">
        {own?.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isBusy={ending.isPending && ending.variables === session.id}
            onRevoke={() => end(session.id)}
          />
        ))}
      </ul>
    </Card>
  )
}
