import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { userMessage } from '#api/user-message.ts'
import { paths } from '#config/paths.ts'
import { boardPath, type LinkedProject } from '#features/linked-projects/linked-project.ts'
import { recentProjectsQuery } from '#features/linked-projects/recent-projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { TimeAgo } from '#i18n/time-ago.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSettled } from '#ui/use-settled.ts'
import { NextStep } from './next-step.tsx'

// GitHub is asked once the page stands; the client for it comes then too.
const RowStatus = lazy(async () => ({ default: (await import('./row-status.tsx')).RowStatus }))

const PLACES = [1, 2, 3, 4, 5]

/** Has its full height from the beginning, so that nothing below it moves. */
export function RecentProjects() {
  const { t } = useTranslation()

  return (
    <Card
      title={t('dashboard.recent.title')}
      action={
        <Link
          to={paths.projects}
          className="text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('dashboard.recent.all')}
        </Link>
      }
    >
      <div className="min-h-84">
        <List />
      </div>
    </Card>
  )
}

function List() {
  const { t } = useTranslation()
  const recent = useQuery(recentProjectsQuery)

  if (recent.isPending) {
    return PLACES.map((place) => <Skeleton key={place} className="my-3 h-11 w-full" />)
  }
  if (recent.isError) {
    return (
      <LoadFailed
        title={t('dashboard.recent.failed')}
        text={userMessage(t, recent.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={recent.refetch}
      />
    )
  }
  return recent.data.length === 0 ? <NextStep /> : <Rows projects={recent.data} />
}

function Rows({ projects }: { projects: LinkedProject[] }) {
  const isSettled = useSettled()

  return (
    <ul className="-my-3 divide-y divide-line">
      {projects.map((project) => (
        <li key={project.id} className="flex items-center justify-between gap-4 py-3">
          <div className="min-w-0">
            <Link
              to={boardPath(project) ?? paths.projects}
              className="block truncate font-medium underline-offset-4 hover:text-accent hover:underline"
            >
              {project.project_name}
            </Link>
            <p className="flex gap-3 truncate text-sm text-ink-soft">
              {project.last_sync_at && <TimeAgo at={project.last_sync_at} />}
              <span className="truncate max-sm:hidden">
                {[project.github_repo_owner, project.github_repo_name].filter(Boolean).join('/')}
              </span>
            </p>
          </div>
          {isSettled ? (
            <Suspense fallback={<StatusSkeleton />}>
              <RowStatus project={project} projects={projects} />
            </Suspense>
          ) : (
            <StatusSkeleton />
          )}
        </li>
      ))}
    </ul>
  )
}

const StatusSkeleton = () => <Skeleton className="h-5.5 w-18 rounded-full" />
