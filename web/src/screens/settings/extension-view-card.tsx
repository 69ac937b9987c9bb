import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { refreshGithub } from '#api/github/integration.ts'
import { useMember } from '#api/session/session.ts'
import { planName } from '#features/billing/plan-name.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What the server and GitHub tell the extension. All rows have their place from the start. */
export function ExtensionViewCard() {
  const { t, number, date } = useTranslation()
  const { email, id } = useMember()
  const status = useQuery(subscriptionStatusQuery(id))
  const { isPending, integration, rate } = useConnection()
  const none = t('extensionState.none')
  const plan =
    status.data?.subscription_status === 'active'
      ? planName(t, status.data.plan_name)
      : t('extensionState.free')

  return (
    <Card title={t('extensionState.viewTitle')} lead={t('extensionState.viewLead')}>
      <dl className="grid gap-3 text-sm">
        <Fact term={t('extensionState.account')} value={email} />
        <Fact term={t('extensionState.plan')} value={status.isPending ? null : plan} />
        <Fact
          term={t('extensionState.github')}
          value={
            isPending
              ? null
              : integration?.access_token
                ? `@${integration.github_username}`
                : t('extensionState.notConnected')
          }
        />
        <Fact
          term={t('extensionState.installation')}
          value={isPending ? null : (integration?.installation_id?.toString() ?? none)}
        />
        <Fact
          term={t('extensionState.requests')}
          value={
            isPending
              ? null
              : rate
                ? t('extensionState.requestsLeft', {
                    remaining: number(rate.remaining),
                    limit: number(rate.limit),
                    time: date(new Date(rate.reset * 1000), { timeStyle: 'short' }),
                  })
                : none
          }
        />
      </dl>
      <div className="mt-5">
        <Recheck />
      </div>
    </Card>
  )
}

function Fact({ term, value }: { term: string; value: string | null }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="truncate font-medium tabular" title={value ?? undefined}>
        {value ?? <Skeleton className="my-0.5 h-4 w-32 max-w-full" />}
      </dd>
    </div>
  )
}

function Recheck() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isChecking = useIsFetching({ queryKey: extensionQuery.queryKey }) > 0
  const { queryKey: statusKey } = subscriptionStatusQuery(useMember().id)

  return (
    <Button
      variant="secondary"
      size="sm"
      isBusy={isChecking}
      onClick={() => {
        void client.invalidateQueries({ queryKey: extensionQuery.queryKey })
        void client.invalidateQueries({ queryKey: statusKey })
        void refreshGithub(client)
      }}
    >
      {t('extensionState.recheck')}
    </Button>
  )
}
