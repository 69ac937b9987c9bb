import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { StatCard } from '@app/ui/stat-card.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { dashboardStatsQuery } from '#api/projects/dashboard.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  /** Has its place from the beginning; a newcomer's are most likely all zero. */
  isPlaceKept: boolean
}

export function Statistics({ isPlaceKept }: Props) {
  const { t, number } = useTranslation()
  const stats = useQuery(dashboardStatsQuery)
  const shown = (value: number | undefined) => (value === undefined ? null : number(value))

  if (stats.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('dashboard.statsFailed')}
          text={userMessage(t, stats.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={stats.refetch}
        />
      </Card>
    )
  }

  if (stats.isPending && !isPlaceKept) return null
  // Four zeros tell a newcomer nothing.
  if (stats.data && Object.values(stats.data).every((value) => value === 0)) return null

  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 lg:grid-cols-4 lg:gap-6">
      <StatCard
        label={t('dashboard.activeProjects')}
        value={shown(stats.data?.active_projects)}
        link={<Link to={paths.projects} />}
      />
      <StatCard
        label={t('dashboard.completedTasks')}
        value={shown(stats.data?.completed_tasks)}
        link={<Link to={`${paths.projects}?show=all`} />}
      />
      <StatCard
        label={t('dashboard.pendingTasks')}
        value={shown(stats.data?.pending_tasks)}
        link={<Link to={`${paths.projects}?show=all`} />}
      />
      <StatCard
        label={t('dashboard.teamMembers')}
        value={shown(stats.data?.team_members)}
        link={<Link to={`${paths.projects}?show=shared`} />}
      />
    </dl>
  )
}
