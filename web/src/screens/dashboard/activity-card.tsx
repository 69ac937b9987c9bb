import { BarChart } from '@app/ui/bar-chart.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { ACTIVITY_DAYS, type ActiveDay, activityQuery } from '#api/projects/dashboard.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function ActivityCard() {
  const { t } = useTranslation()

  return (
    <Card
      title={t('dashboard.activity.title')}
      lead={t('dashboard.activity.lead', { days: ACTIVITY_DAYS })}
      className="min-w-0"
    >
      <div className="min-h-52">
        <Activity />
      </div>
    </Card>
  )
}

function Activity() {
  const { t } = useTranslation()
  const activity = useQuery(activityQuery)

  if (activity.isPending) return <Skeleton className="h-52 w-full" />
  if (activity.isError) {
    return (
      <LoadFailed
        title={t('dashboard.activity.failed')}
        text={userMessage(t, activity.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={activity.refetch}
      />
    )
  }
  if (activity.data.every(({ commits }) => commits === 0)) {
    return (
      <EmptyState title={t('dashboard.activity.none')} text={t('dashboard.activity.noneText')} />
    )
  }
  return <Chart days={activity.data} />
}

function Chart({ days }: { days: ActiveDay[] }) {
  const { t, date, number } = useTranslation()
  const named = (day: string) =>
    date(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })

  return (
    <BarChart
      caption={t('dashboard.activity.title')}
      bars={days.map(({ day, commits }) => ({ label: named(day), value: commits }))}
      labelTitle={t('dashboard.activity.day')}
      valueTitle={t('dashboard.activity.pushes')}
      number={number}
    />
  )
}
