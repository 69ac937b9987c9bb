import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { integrationQuery, refreshGithub } from '#api/github/integration.ts'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { planName } from '#features/billing/plan-name.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What the server tells the extension, and what the extension tells about itself. */
export function ExtensionCard() {
  const { t } = useTranslation()
  const { email, id } = useMember()
  const extension = useQuery(extensionQuery)
  const status = useQuery(subscriptionStatusQuery(id))
  const integration = useQuery(integrationQuery)
  const isPro = status.data?.subscription_status === 'active'

  return (
    <Card title={t('dashboard.extension.title')} lead={t('dashboard.extension.lead')}>
      <dl className="grid gap-3 text-sm">
        <Fact term={t('dashboard.extension.signedIn')} value={email} />
        <Fact
          term={t('dashboard.extension.plan')}
          value={
            status.isPending
              ? null
              : isPro
                ? planName(t, status.data?.plan_name ?? null)
                : t('dashboard.extension.free')
          }
        />
        <Fact
          term={t('dashboard.extension.github')}
          value={
            integration.isPending
              ? null
              : integration.data?.access_token
                ? `@${integration.data.github_username}`
                : t('dashboard.extension.no')
          }
        />
        <Fact
          term={t('dashboard.extension.version')}
          value={
            extension.isPending
              ? null
              : extension.data
                ? (extension.data.version ?? t('dashboard.extension.unversioned'))
                : t('dashboard.extension.missing')
          }
        />
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        <Recheck />
        <Link to={paths.simulator} className={buttonClasses('quiet', 'sm')}>
          {t('dashboard.extension.simulator')}
        </Link>
      </div>
    </Card>
  )
}

function Fact({ term, value }: { term: string; value: string | null }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-ink-soft">{term}</dt>
      <dd className="flex-1 truncate text-right font-medium" title={value ?? undefined}>
        {value ?? <Skeleton className="ml-auto h-4 w-24 max-w-full" />}
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
      {t('dashboard.extension.recheck')}
    </Button>
  )
}
