import { Badge } from '@app/ui/badge.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMember } from '#api/session.ts'
import { type SubscriptionStatus, subscriptionStatusQuery } from '#api/subscription-status.ts'
import { userMessage } from '#api/user-message.ts'
import { planName } from '#features/billing/plan-name.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function PlanSummary() {
  const { t } = useTranslation()
  const status = useQuery(subscriptionStatusQuery(useMember().id))

  return (
    <Card title={t('dashboard.plan.title')} className="h-full">
      {status.isPending && <Skeleton className="h-24 w-full" />}
      {status.isError && (
        <LoadFailed
          title={t('dashboard.plan.failed')}
          text={userMessage(t, status.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={status.refetch}
        />
      )}
      {status.isSuccess && <Plan status={status.data} />}
    </Card>
  )
}

function Plan({ status }: { status: SubscriptionStatus | null }) {
  const { t, date } = useTranslation()
  const isPro = status?.subscription_status === 'active'
  const end = status?.current_period_end

  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        {isPro ? planName(t, status.plan_name) : t('dashboard.plan.free')}
        {isPro && <Badge tone="positive">{t('dashboard.plan.active')}</Badge>}
      </p>
      <p className="text-sm text-ink-soft">
        {isPro && end
          ? t('dashboard.plan.until', { date: date(new Date(end), { dateStyle: 'long' }) })
          : t(isPro ? 'dashboard.plan.thanks' : 'dashboard.plan.why')}
      </p>
      <div>
        {isPro ? (
          <Link to="/settings?tab=billing" className={buttonClasses('secondary', 'sm')}>
            {t('dashboard.plan.manage')}
          </Link>
        ) : (
          <Link to="/upgrade" className={buttonClasses('primary', 'sm')}>
            {t('dashboard.plan.upgrade')}
          </Link>
        )}
      </div>
    </div>
  )
}
