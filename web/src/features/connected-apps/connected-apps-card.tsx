import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import type { OAuthGrant } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { connectedAppsQuery, useRevokeApp } from '#api/sign-in/connected-apps.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { appName, scopeWords } from './app-words.ts'

const RevokeDialog = onDemand(async () => (await import('./revoke-dialog.tsx')).RevokeDialog)

/** What other programs may do for the member. */
export function ConnectedAppsCard() {
  const { t } = useTranslation()
  const apps = useQuery(connectedAppsQuery)
  const revoking = useRevokeApp()
  const [leaving, setLeaving] = useState<OAuthGrant | null>(null)

  function revoke({ client }: OAuthGrant) {
    const title = t('connectedApps.revoked', { app: appName(t, client) })
    revoking.mutate(client.id, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <Card title={t('connectedApps.title')} lead={t('connectedApps.lead')}>
      {revoking.error && (
        <FailureNotice
          failure={{
            title: t('connectedApps.revokeFailed'),
            text: userMessage(t, revoking.error, 'errors.tryAgain'),
          }}
        />
      )}
      {apps.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-24 w-full" />
        </UnsizedPlaceholder>
      )}
      {apps.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, apps.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={apps.refetch}
        />
      )}
      {apps.data?.length === 0 && (
        <EmptyState title={t('connectedApps.none')} text={t('connectedApps.noneText')} />
      )}
      <ul className="divide-y divide-line">
        {apps.data?.map((grant) => (
          <App
            key={grant.client.id}
            grant={grant}
            isBusy={revoking.isPending && revoking.variables === grant.client.id}
            onRevoke={() => setLeaving(grant)}
          />
        ))}
      </ul>
      {leaving && (
        <RevokeDialog
          app={appName(t, leaving.client)}
          onClose={() => setLeaving(null)}
          onConfirm={() => revoke(leaving)}
        />
      )}
    </Card>
  )
}

type AppProps = { grant: OAuthGrant; isBusy: boolean; onRevoke: () => void }

function App({ grant: { client, scopes, granted_at }, isBusy, onRevoke }: AppProps) {
  const { t } = useTranslation()
  const name = appName(t, client)

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-medium break-words">{name}</p>
        <ul className="list-disc pl-5 text-sm text-ink-soft">
          {scopeWords(t, scopes).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">
          {t('connectedApps.since')} <TimeAgo at={granted_at} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        isBusy={isBusy}
        aria-label={t('connectedApps.revokeApp', { app: name })}
        onClick={onRevoke}
      >
        {t('connectedApps.revoke')}
      </Button>
    </li>
  )
}
