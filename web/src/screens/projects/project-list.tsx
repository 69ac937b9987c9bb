import { fullName, parseRepository, type RepositoryName } from '@app/contract/repository-name'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { integrationQuery } from '#api/github/integration.ts'
import type { Link } from '#api/projects/linked-projects.ts'
import { type ListedProject, projectListQuery } from '#api/projects/project-list.ts'
import type { ListView } from '#features/linked-projects/list-view.ts'
import { ColumnTitles, ProjectRow } from '#features/linked-projects/project-row.tsx'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { linkOf } from './link-of.ts'
import { NothingListed } from './nothing-listed.tsx'
import { ProjectPages } from './project-pages.tsx'
import { RestoreButton, RowMenu } from './row-menu.tsx'
import {
  ConnectionNotice,
  RowStatus,
  type RowSync,
  RowVisibility,
  RowWayOut,
  useRowSync,
} from './row-sync.tsx'

type Props = {
  view: ListView
  /** Projects with a problem; null while that is unknown. */
  troubled: readonly string[] | null
  /** For creating the first link in an empty list. */
  onLink: () => void
  onEdit: (link: Link) => void
}

export function ProjectList({ view, troubled, onLink, onEdit }: Props) {
  const list = useQuery(projectListQuery({ ...view, troubled }))
  // Fetched in parallel with the list, which is shown when both are loaded.
  useQuery(integrationQuery)

  if (list.isPending) return <ListSkeleton />
  if (list.isError) return <ListFailed error={list.error} onRetry={list.refetch} />
  if (list.data.projects.length === 0) return <NothingListed view={view} onLink={onLink} />

  return (
    <>
      <Rows projects={list.data.projects} isStale={list.isPlaceholderData} onEdit={onEdit} />
      <ProjectPages view={view} total={list.data.total} />
    </>
  )
}

function Rows(props: {
  projects: ListedProject[]
  isStale: boolean
  onEdit: (link: Link) => void
}) {
  const present = props.projects.filter(({ removed_at }) => !removed_at)
  const sync = useRowSync(present)

  return (
    <>
      {present.length > 0 && <ConnectionNotice />}
      <ColumnTitles />
      <ListFrame isStale={props.isStale}>
        {props.projects.map((project) => (
          <Row
            key={project.project_id ?? project.link_id}
            project={project}
            sync={sync}
            onEdit={props.onEdit}
          />
        ))}
      </ListFrame>
    </>
  )
}

function Row(props: { project: ListedProject; sync: RowSync; onEdit: (link: Link) => void }) {
  const { project, sync } = props
  const link = linkOf(project)
  const { check } = sync.factsOf(project)
  const offered = parseRepository(check?.offered?.full_name ?? '')

  return (
    <ProjectRow
      project={project}
      status={!project.removed_at && <RowStatus project={project} sync={sync} />}
      visibility={!project.removed_at && <RowVisibility project={project} sync={sync} />}
      wayOut={!project.removed_at && <RowWayOut project={project} sync={sync} />}
      repositoryAddress={
        check?.shouldShowGitHubButton ? (check.repository?.html_url ?? null) : null
      }
      notice={
        link &&
        offered && (
          <RepositoryOffer link={link} repository={offered} isRenamed={check?.exists === true} />
        )
      }
      menu={
        project.removed_at ? (
          link && <RestoreButton link={link} />
        ) : (
          <RowMenu project={project} onEdit={props.onEdit} />
        )
      }
    />
  )
}

function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()

  return (
    <Card>
      <LoadFailed
        title={t('projects.failed.fetch')}
        text={userMessage(t, error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={onRetry}
      />
    </Card>
  )
}

/** On phones each project is a card of its own. */
const FRAME =
  'max-md:grid max-md:gap-3 md:divide-y md:divide-line md:rounded-lg md:border md:border-line md:bg-surface'

/** The previous page stays visible, but dimmed, until the next is loaded. */
function ListFrame({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={isStale}
      className={`${FRAME} transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6]

function ListSkeleton() {
  return (
    <UnsizedPlaceholder>
      <div className={FRAME}>
        {PLACES.map((place) => (
          <div
            key={place}
            className="grid gap-2 px-5 py-4 max-md:rounded-lg max-md:border max-md:border-line sm:px-6"
          >
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-4 w-96 max-w-full" />
          </div>
        ))}
      </div>
    </UnsizedPlaceholder>
  )
}

type OfferProps = {
  link: Link
  repository: RepositoryName
  /** GitHub redirects from the linked name to this one. Otherwise the extension has replaced the link's owner. */
  isRenamed: boolean
}

/** For a link whose name differs from its repository's. */
function RepositoryOffer({ link, repository, isRenamed }: OfferProps) {
  const { t } = useTranslation()
  const { move, isBusy } = useLinkActions(link)
  const linked = [link.github_repo_owner, link.github_repo_name].join('/')

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
        {t(isRenamed ? 'projects.renamed' : 'projects.moved', {
          linked,
          repository: fullName(repository),
        })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => void move(repository)} isBusy={isBusy}>
        {t('projects.repair', { repository: fullName(repository) })}
      </Button>
    </div>
  )
}
