import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Link } from 'react-router'
import type { LinkedProject } from '#api/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { RepositoryStatus } from '#features/github/repository-status.tsx'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { boardPath } from '#features/linked-projects/link-addresses.ts'

export function RecentRows({ projects }: { projects: LinkedProject[] }) {
  const checkOf = useRepositoryChecks(projects)

  return (
    <ul className="-my-3 divide-y divide-line">
      {projects.map((project) => (
        <li
          key={project.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3"
        >
          <div className="min-w-40 flex-1">
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
