import { parseRepository } from '@app/contract/repository-name'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { IconButton } from '@app/ui/icon-button.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { useQuery } from '@tanstack/react-query'
import { History, Pencil, Unlink } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { linkedProjectsQuery } from '#api/linked-projects.ts'
import type { LinkedProject } from '#api/recent-projects.ts'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnectingFromHere } from '#features/github-connection/use-connecting.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { boardPath, builderAddress } from '#features/linked-projects/link-addresses.ts'
import { ProjectRow } from '#features/linked-projects/project-row.tsx'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { type ProjectsView, writeView } from '#features/linked-projects/view.ts'
import { ConnectionBanner } from '#features/sync-state/connection-banner.tsx'
import { isSaidByBanner } from '#features/sync-state/shown-state.ts'
import { SyncStateAction } from '#features/sync-state/sync-state-action.tsx'
import { SyncStateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useAppMissing, useSyncStates } from '#features/sync-state/use-sync-states.ts'
import { VisibilityLabel } from '#features/sync-state/visibility-label.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Editing } from './editing.ts'
import { ListFailed } from './list-failed.tsx'
import { ListFrame, ListSkeleton } from './list-frame.tsx'
import { ProjectPages } from './project-pages.tsx'
import { RepositoryOffer } from './repository-offer.tsx'

type Props = { view: ProjectsView; onEdit: (editing: Editing) => void }

export function LinkedList({ view, onEdit }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const list = useQuery(linkedProjectsQuery(view))
  const isFiltered = view.words !== '' || view.page > 1

  if (list.isPending) return <ListSkeleton />
  if (list.isError) return <ListFailed error={list.error} onRetry={list.refetch} />
  if (list.data.projects.length === 0) {
    return (
      <Card>
        {isFiltered ? (
          <NoResults
            title={t('projects.noResults')}
            text={t('projects.noResultsText')}
            clearText={t('projects.clear')}
            onClear={() => void navigate(writeView(view, { words: '' }))}
          />
        ) : (
          <EmptyState
            title={t('projects.empty')}
            text={t('projects.emptyText')}
            action={<Button onClick={() => onEdit('new')}>{t('projects.link')}</Button>}
          />
        )}
      </Card>
    )
  }

  return (
    <>
      <Rows projects={list.data.projects} isStale={list.isPlaceholderData} onEdit={onEdit} />
      <ProjectPages view={view} total={list.data.total} />
    </>
  )
}

function Rows(props: {
  projects: LinkedProject[]
  isStale: boolean
  onEdit: (editing: Editing) => void
}) {
  const checkOf = useRepositoryChecks(props.projects)
  const connection = useConnection()
  const connecting = useConnectingFromHere()
  const ids = props.projects.flatMap(({ project }) => project?.id ?? [])
  const { stateOf, hasFailed } = useSyncStates(ids)
  const isAppMissing = useAppMissing(connection.health === 'healthy')

  return (
    <>
      <ConnectionBanner
        health={connection.health}
        resetsAt={connection.resetsAt}
        isBusy={connecting.isConnecting || connecting.isInstalling || connection.isChecking}
        onConnect={connecting.connect}
        onInstall={connecting.install}
        onRetry={connection.check}
      />
      <ListFrame isStale={props.isStale}>
        {props.projects.map((project) => {
          const check = checkOf?.(project) ?? null
          const state = stateOf(project.project?.id)
          const facts = { check, isAppMissing: isAppMissing(project.github_repo_owner) }
          const offered = parseRepository(check?.offered?.full_name ?? '')
          return (
            <ProjectRow
              key={project.id}
              project={project}
              status={
                <>
                  <VisibilityLabel check={check} isPrivate={project.is_private} />
                  {!hasFailed && !(state && isSaidByBanner(state)) && (
                    <SyncStateBadge state={state} {...facts} />
                  )}
                  {state && !isSaidByBanner(state) && (
                    <SyncStateAction
                      state={state}
                      {...facts}
                      projectName={project.project_name}
                      builderAddress={builderAddress(project)}
                      onConnect={connecting.connect}
                      onInstall={connecting.installOn}
                    />
                  )}
                </>
              }
              repositoryAddress={
                check?.shouldShowGitHubButton ? (check.repository?.html_url ?? null) : null
              }
              notice={offered && <RepositoryOffer project={project} repository={offered} />}
              actions={<RowActions project={project} onEdit={() => props.onEdit(project)} />}
            />
          )
        })}
      </ListFrame>
    </>
  )
}

function RowActions({ project, onEdit }: { project: LinkedProject; onEdit: () => void }) {
  const { t } = useTranslation()
  const { unlink, isBusy } = useLinkActions(project)
  const { project_name: name } = project
  const board = boardPath(project)

  return (
    <>
      {board && (
        <Link
          to={`${board}?tab=history`}
          aria-label={t('projects.history', { name })}
          title={t('projects.history', { name })}
          className="grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
        >
          <History aria-hidden="true" className="size-4.5" />
        </Link>
      )}
      <IconButton
        label={t('projects.edit', { name })}
        title={t('projects.edit', { name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={t('projects.unlink', { name })}
        title={t('projects.unlink', { name })}
        onClick={() => void unlink()}
        disabled={isBusy}
      >
        <Unlink aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  )
}
