import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { useProblems } from '#api/github/use-problems.ts'
import {
  activityQuery,
  type DashboardStats,
  dashboardStatsQuery,
  pushesThisWeek,
} from '#api/projects/dashboard.ts'
import { historyPath, paths } from '#config/paths.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const FRAME = 'rounded-lg border border-line bg-surface'

/** For a member without linked projects: shown only if there is something to count, or counting failed. */
export function StatisticsAlone() {
  const stats = useQuery(dashboardStatsQuery)
  const isEmpty = !stats.data || Object.values(stats.data).every((value) => value === 0)
  if (isEmpty && !stats.isError) return null

  return (
    <div className={FRAME}>
      <StatisticsBand stats={stats} />
    </div>
  )
}

const NEEDS_ATTENTION = `${paths.projects}?show=attention`

/** What somebody would act on, then the specification’s statistics. All places are kept while data arrives. */
export function Figures() {
  return (
    <div className={`${FRAME} divide-y divide-line`}>
      <SyncFigures />
      <StatisticsBand stats={useQuery(dashboardStatsQuery)} />
    </div>
  )
}

function SyncFigures() {
  const { t, number } = useTranslation()
  const connection = useConnection()
  const problems = useProblems(connection)
  const isConnected = connection.health !== 'none' && connection.health !== 'reconnect'
  const activity = useQuery(activityQuery)
  const { items, broken, states } = problems
  const failed = items.filter(({ kind }) => kind === 'push_failed').length
  const ahead = items.filter(({ kind }) => kind === 'github_ahead').length
  const last = states
    .filter(({ last_push_at }) => last_push_at !== null)
    .toSorted((one, other) => pushedAt(other) - pushedAt(one))[0]
  const known = (value: ReactNode) =>
    problems.error ? <Unknown /> : problems.isPending ? null : value

  return (
    <dl className="grid grid-cols-2 lg:grid-cols-4">
      <Figure
        label={t('dashboard.figures.pushes')}
        to={paths.projects}
        value={
          activity.data ? (
            number(pushesThisWeek(activity.data))
          ) : activity.isError ? (
            <Unknown />
          ) : null
        }
      />
      <Figure
        label={t('dashboard.figures.failed')}
        to={NEEDS_ATTENTION}
        tone={failed > 0 ? 'text-danger' : ''}
        value={known(number(failed))}
      />
      <Figure
        label={t('dashboard.figures.outOfSync')}
        to={NEEDS_ATTENTION}
        tone={ahead + broken.length > 0 ? 'text-notice' : ''}
        value={known(
          !isConnected ? <Unknown /> : problems.isAnswered ? number(ahead + broken.length) : null,
        )}
      />
      <Figure
        label={t('dashboard.figures.lastPush')}
        isTime
        to={last ? historyPath(last.project_id) : paths.projects}
        value={known(
          last?.last_push_at ? <TimeAgo at={last.last_push_at} /> : t('dashboard.figures.never'),
        )}
      />
    </dl>
  )
}

const DASH = '—'

function Unknown() {
  const { t } = useTranslation()

  return (
    <span className="text-ink-soft">
      <span aria-hidden="true">{DASH}</span>
      <span className="sr-only">{t('dashboard.figures.unknown')}</span>
    </span>
  )
}

type Pushed = { last_push_at: string | null }

const pushedAt = ({ last_push_at }: Pushed) => Date.parse(last_push_at ?? '')

type FigureProps = {
  label: string
  to: string
  /** Null while it is loading. */
  value: ReactNode
  tone?: string
  /** Words instead of a number, which need more room. */
  isTime?: boolean
}

function Figure({ label, to, value, tone = '', isTime = false }: FigureProps) {
  return (
    <div className="relative flex flex-col-reverse justify-end gap-0.5 rounded-lg px-5 py-3 transition-colors hover:bg-sunken sm:px-6 sm:py-4">
      <dt className="text-sm text-ink-soft">
        <Link to={to} className="after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className={`flex h-10 items-end font-semibold tabular ${tone}`}>
        {value === null ? (
          <Skeleton className="mb-1 h-7 w-14" />
        ) : (
          <span className={isTime ? 'text-lg' : 'text-title'}>{value}</span>
        )}
      </dd>
    </div>
  )
}

/** Without a query of its own: one that mounts after a failure would ask again, and hide it. */
function StatisticsBand({ stats }: { stats: UseQueryResult<DashboardStats> }) {
  const { t, number } = useTranslation()
  const shown = (value: number | undefined) => (value === undefined ? null : number(value))

  if (stats.isError) {
    return (
      <div className="px-5 py-4 sm:px-6">
        <LoadFailed
          title={t('dashboard.statsFailed')}
          text={userMessage(t, stats.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={stats.refetch}
        />
      </div>
    )
  }

  return (
    <dl className="grid grid-cols-2 py-0.5 text-sm lg:grid-cols-4">
      <Statistic
        label={t('dashboard.activeProjects')}
        value={shown(stats.data?.active_projects)}
        to={paths.projects}
      />
      <Statistic
        label={t('dashboard.completedTasks')}
        value={shown(stats.data?.completed_tasks)}
        to={paths.projects}
      />
      <Statistic
        label={t('dashboard.pendingTasks')}
        value={shown(stats.data?.pending_tasks)}
        to={paths.projects}
      />
      <Statistic
        label={t('dashboard.teamMembers')}
        value={shown(stats.data?.team_members)}
        to={`${paths.projects}?show=shared`}
      />
    </dl>
  )
}

function Statistic({ label, value, to }: { label: string; value: string | null; to: string }) {
  return (
    <div className="relative flex min-h-11 items-center gap-2 pr-1 pl-5 hover:text-accent sm:px-6">
      <dt className="min-w-0 text-ink-soft">
        <Link to={to} className="after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className="flex h-6 min-w-6 items-center font-medium tabular">
        {value ?? <Skeleton className="h-4 w-6" />}
      </dd>
    </div>
  )
}
