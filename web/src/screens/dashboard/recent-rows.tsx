import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { LinkedProject } from '#api/projects/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { boardPath } from '#features/linked-projects/link-addresses.ts'
import { isSaidByBanner } from '#features/sync-state/shown-state.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing, useSyncStates } from '#features/sync-state/use-sync-states.ts'
import { VisibilityLabel } from '#features/sync-state/visibility-label.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { SyncRow } from './sync-row.tsx'

export function RecentRows({ projects }: { projects: LinkedProject[] }) {
  const { t } = useTranslation()
  const checkOf = useRepositoryChecks(projects)
  const { health } = useConnection()
  const { connect, installOn } = useConnectingFromHere()
  const { stateOf, hasFailed } = useSyncStates()
  const isAppMissing = useAppMissing(health === 'healthy')

  return projects.map((project) => {
    const state = stateOf(project.project?.id)
    const facts = {
      check: checkOf?.(project) ?? null,
      isAppMissing: isAppMissing(project.github_repo_owner),
    }
    // The row about the connection shows it for all of them.
    const isShown = !hasFailed && !(state && isSaidByBanner(state))

    const lastSync = project.last_sync_at && (
      <span className="whitespace-nowrap text-ink-soft">
        {`${t('dashboard.recent.synced')} `}
        <TimeAgo at={project.last_sync_at} />
      </span>
    )
    const visibility = <VisibilityLabel check={facts.check} isPrivate={project.is_private} />

    return (
      <SyncRow
        key={project.id}
        title={project.project_name}
        to={boardPath(project) ?? paths.projects}
        detail={
          <>
            <span className="truncate">
              {[project.github_repo_owner, project.github_repo_name].filter(Boolean).join('/')}
            </span>
            {isShown && lastSync}
            {isShown && <span className="max-sm:hidden">{visibility}</span>}
          </>
        }
        // Without a state, its columns have the other facts.
        badge={isShown ? <SyncStateBadge state={state} {...facts} /> : visibility}
        action={
          isShown
            ? state && (
                <SyncStateAction
                  state={state}
                  {...facts}
                  projectName={project.project_name}
                  onConnect={connect}
                  onInstall={installOn}
                />
              )
            : lastSync
        }
      />
    )
  })
}
