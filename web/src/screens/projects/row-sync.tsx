import { Badge } from '@app/ui/badge.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import type { ListedProject } from '#api/projects/my-projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { builderAddress } from '#features/linked-projects/link-addresses.ts'
import { STATUS_WORDS } from '#features/project-details/status-words.ts'
import { ConnectionBanner } from '#features/sync-state/connection-banner.tsx'
import { isSaidByBanner } from '#features/sync-state/shown-state.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing, useSyncStates } from '#features/sync-state/use-sync-states.ts'
import { VisibilityLabel } from '#features/sync-state/visibility-label.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export type RowSync = ReturnType<typeof useRowSync>

/** What our database and GitHub say of the projects of one page. */
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
    // On a phone a line of its own from the beginning: how much there is to say is known late.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:mt-0.5 max-sm:mb-1 max-sm:min-h-5.5 max-sm:w-full">
      {project.github_repo_name && <RepositoryState project={project} sync={sync} />}
      {project.status && project.status !== 'active' && (
        <Badge>{t(STATUS_WORDS[project.status])}</Badge>
      )}
    </div>
  )
}

function RepositoryState({ project, sync }: Props) {
  const { builderUrl } = usePublicConfig()
  const { facts, state, isShown } = shownOf(project, sync)

  return (
    <>
      <span className="inline-flex max-sm:hidden">
        <RowVisibility project={project} sync={sync} />
      </span>
      {isShown && <SyncStateBadge state={state} {...facts} />}
      {/* Above the link of the row. */}
      <span className="relative max-md:hidden [&:not(:has(a,button))]:hidden">
        <RowWayOut
          project={project}
          sync={sync}
          builderAddress={builderAddress(builderUrl, project)}
        />
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

/** Where the row shows the link to bolt.new anyway, none is offered after a push that failed. */
export function RowWayOut(props: Props & { builderAddress?: string | null }) {
  const { project, sync, builderAddress = null } = props
  const { facts, state, isShown } = shownOf(project, sync)

  return (
    isShown &&
    state && (
      <SyncStateAction
        state={state}
        {...facts}
        projectName={project.name}
        builderAddress={builderAddress}
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

/** Says once what otherwise every row would have to say. The rows wait until it is known whether there is a connection. */
export function ConnectionNotice() {
  const connection = useConnection()
  const connecting = useConnectingFromHere()

  // Most banners are about our own record. What GitHub says later is rare, and nobody waits for it.
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

/** What the check of a repository asks for. Without a repository nothing is known of its visibility. */
const repositoryOf = (project: ListedProject) => ({
  ...project,
  is_private: project.is_private ?? true,
})
