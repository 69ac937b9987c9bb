import { Badge } from '@app/ui/badge.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currentSubscriptionQuery, type Subscription } from '#api/billing/subscription.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { planName } from '#features/billing/plan-name.ts'
import { badgeOf, shownState, stateText } from '#features/billing/subscription-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function PlanSummary() {
  const { t } = useTranslation()
  const subscription = useQuery(currentSubscriptionQuery(useMember().id))

  return (
    <Card title={t('dashboard.plan.title')} className="h-full">
      {subscription.isPending && <Skeleton className="h-24 w-full" />}
      {subscription.isError && (
        <LoadFailed
          title={t('dashboard.plan.failed')}
          text={userMessage(t, subscription.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={subscription.refetch}
        />
      )}
      {subscription.isSuccess && <Plan subscription={subscription.data} />}
    </Card>
  )
}

function Plan({ subscription }: { subscription: Subscription | null }) {
  const translator = useTranslation()
  const { t } = translator
  const state = shownState(subscription)
  const { words, tone } = badgeOf(state)
  const isOver = state === 'none' || state === 'ended'

  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        {planName(t, subscription ? (subscription.plan?.name ?? null) : 'Free')}
        {subscription && <Badge tone={tone}>{t(words)}</Badge>}
      </p>
      <p className="text-sm text-ink-soft">{stateText(translator, subscription)}</p>
      <div>
        {isOver ? (
          <Link to={paths.upgrade} className={buttonClasses('primary', 'sm')}>
            {t('dashboard.plan.upgrade')}
          </Link>
        ) : (
          <Link to={paths.billing} className={buttonClasses('secondary', 'sm')}>
            {t('dashboard.plan.manage')}
          </Link>
        )}
      </div>
    </div>
  )
}
