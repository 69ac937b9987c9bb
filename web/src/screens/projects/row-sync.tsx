import { Badge } from '@app/ui/badge.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import type { ListedProject } from '#api/projects/project-list.ts'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { STATUS_WORDS } from '#features/project-details/status-words.ts'
import { ConnectionBanner } from '#features/sync-state/connection-banner.tsx'
import { isSaidByBanner } from '#features/sync-state/shown-state.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing, useSyncStates } from '#features/sync-state/use-sync-states.ts'
import { VisibilityLabel } from '#features/sync-state/visibility-label.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export type RowSync = ReturnType<typeof useRowSync>

/** Data from our database and GitHub about one page of projects. */
export function useRowSync(projects: ListedProject[]) {
  const checkOf = useRepositoryChecks(projects.map(repositoryOf))
  const { health } = useConnection()
  const { connect, installOn } = useConnectingFromHere()
  const { stateOf, hasFailed } = useSyncStates(
    projects.flatMap(({ project_id }) => project_id ?? []),
  )
  const isAppMissing = useAppMissing(health === 'healthy')

  return {
    factsOf: (project: ListedProject) => ({
      check: checkOf?.(repositoryOf(project)) ?? null,
      isAppMissing: isAppMissing(project.github_repo_owner),
    }),
    stateOf: ({ project_id }: ListedProject) => stateOf(project_id ?? undefined),
    hasFailed,
    connect,
    installOn,
  }
}

type Props = { project: ListedProject; sync: RowSync }

export function RowStatus({ project, sync }: Props) {
  const { t } = useTranslation()

  return (
    // Has its height from the start, because its content loads late.
    <div className="flex min-h-5.5 flex-wrap items-center gap-x-3 gap-y-1">
      {project.github_repo_name && <RepositoryState project={project} sync={sync} />}
      {project.status && project.status !== 'active' && (
        <Badge>{t(STATUS_WORDS[project.status])}</Badge>
      )}
    </div>
  )
}

function RepositoryState({ project, sync }: Props) {
  const { facts, state, isShown } = shownOf(project, sync)

  return (
    <>
      {isShown && <SyncStateBadge state={state} {...facts} />}
      {/* Above the row's link. */}
      <span className="relative max-md:hidden [&:not(:has(a,button))]:hidden">
        <RowWayOut project={project} sync={sync} />
      </span>
    </>
  )
}

export function RowVisibility({ project, sync }: Props) {
  return (
    project.github_repo_name && (
      <VisibilityLabel check={sync.factsOf(project).check} isPrivate={project.is_private ?? true} />
    )
  )
}

export function RowWayOut({ project, sync }: Props) {
  const { facts, state, isShown } = shownOf(project, sync)

  return (
    isShown &&
    state && (
      <SyncStateAction
        state={state}
        {...facts}
        projectName={project.name}
        onConnect={sync.connect}
        onInstall={sync.installOn}
      />
    )
  )
}

function shownOf(project: ListedProject, sync: RowSync) {
  const state = sync.stateOf(project)
  const isShown =
    Boolean(project.github_repo_name) && !sync.hasFailed && !(state && isSaidByBanner(state))

  return { facts: sync.factsOf(project), state, isShown }
}

/** Shows once what every row would otherwise repeat. The rows wait until the connection's state is known. */
export function ConnectionNotice() {
  const connection = useConnection()
  const connecting = useConnectingFromHere()

  // Most banners concern our own record. GitHub's later answer rarely changes it, so nothing waits for it.
  if (connection.isRecordPending) return <UnsizedPlaceholder />
  return (
    <ConnectionBanner
      health={connection.health}
      resetsAt={connection.resetsAt}
      isBusy={connecting.isConnecting || connecting.isInstalling || connection.isChecking}
      onConnect={connecting.connect}
      onInstall={connecting.install}
      onRetry={connection.check}
    />
  )
}

/** The data that a repository check needs. Without a repository, its visibility is unknown. */
const repositoryOf = (project: ListedProject) => ({
  ...project,
  is_private: project.is_private ?? true,
})
