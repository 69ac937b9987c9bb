import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userMessage } from '#api/user-message.ts'
import { paths } from '#config/paths.ts'
import { useRepositoryChecks } from '#features/github/repository-lookup.ts'
import { RepositoryStatus } from '#features/github/repository-status.tsx'
import { boardPath, type LinkedProject } from '#features/linked-projects/linked-project.ts'
import { recentProjectsQuery } from '#features/linked-projects/recent-projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { TimeAgo } from '#i18n/time-ago.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NextStep } from './next-step.tsx'

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
  const checkOf = useRepositoryChecks(projects)

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
          <RepositoryStatus check={checkOf?.(project) ?? null} />
        </li>
      ))}
    </ul>
  )
}
