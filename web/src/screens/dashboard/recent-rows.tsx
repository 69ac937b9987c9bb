import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LinkedProject } from '#api/projects/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { boardPath, builderAddress } from '#features/linked-projects/link-addresses.ts'
import { isSaidByBanner } from '#features/sync-state/shown-state.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing, useSyncStates } from '#features/sync-state/use-sync-states.ts'
import { VisibilityLabel } from '#features/sync-state/visibility-label.tsx'

export function RecentRows({ projects }: { projects: LinkedProject[] }) {
  const { builderUrl } = usePublicConfig()
  const checkOf = useRepositoryChecks(projects)
  const { health } = useConnection()
  const { connect, installOn } = useConnectingFromHere()
  const { stateOf, hasFailed } = useSyncStates()
  const isAppMissing = useAppMissing(health === 'healthy')

  return (
    <ul className="-my-3 divide-y divide-line">
      {projects.map((project) => {
        const state = stateOf(project.project?.id)
        const facts = {
          check: checkOf?.(project) ?? null,
          isAppMissing: isAppMissing(project.github_repo_owner),
        }
        // The connection's own card says it for all of them.
        const isShown = !hasFailed && !(state && isSaidByBanner(state))
        return (
          <li
            key={project.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3"
          >
            <Name
              project={project}
              visibility={<VisibilityLabel check={facts.check} isPrivate={project.is_private} />}
            />
            {/* On a phone a line of its own from the beginning; the ways out are in the card above. */}
            <div className="flex min-h-5.5 flex-col gap-0.5 max-sm:w-full sm:items-end">
              {isShown && <SyncStateBadge state={state} {...facts} />}
              {isShown && state && (
                <div className="max-sm:hidden">
                  <SyncStateAction
                    state={state}
                    {...facts}
                    projectName={project.project_name}
                    builderAddress={builderAddress(builderUrl, project)}
                    onConnect={connect}
                    onInstall={installOn}
                  />
                </div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Name({ project, visibility }: { project: LinkedProject; visibility: ReactNode }) {
  return (
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
        {visibility}
      </p>
    </div>
  )
}
