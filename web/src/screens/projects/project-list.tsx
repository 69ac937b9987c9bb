import { parseRepository } from '@app/contract/repository-name'
import { Badge } from '@app/ui/badge.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Link } from '#api/linked-projects.ts'
import { type ListedProject, projectListQuery } from '#api/my-projects.ts'
import type { RepositoryCheck } from '#features/github/check-repository.ts'
import { RepositoryStatus } from '#features/github/repository-status.tsx'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import type { ListView } from '#features/linked-projects/list-view.ts'
import { ProjectRow } from '#features/linked-projects/project-row.tsx'
import { STATUS_WORDS } from '#features/project-details/status-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { linkOf } from './link-of.ts'
import { ListFailed } from './list-failed.tsx'
import { ListFrame, ListSkeleton } from './list-frame.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { ProjectPages } from './project-pages.tsx'
import { RepositoryOffer } from './repository-offer.tsx'
import { RestoreButton, RowMenu } from './row-menu.tsx'

type Props = {
  view: ListView
  /** For the first link, where there is nothing to list. */
  onLink: () => void
  onEdit: (link: Link) => void
}

export function ProjectList({ view, onLink, onEdit }: Props) {
  const list = useQuery(projectListQuery(view))

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
  const checkOf = useRepositoryChecks(present.map(repositoryOf))

  return (
    <ListFrame isStale={props.isStale}>
      {props.projects.map((project) => (
        <Row
          key={project.project_id ?? project.link_id}
          project={project}
          check={checkOf?.(repositoryOf(project)) ?? null}
          onEdit={props.onEdit}
        />
      ))}
    </ListFrame>
  )
}

function Row(props: {
  project: ListedProject
  check: RepositoryCheck | null
  onEdit: (link: Link) => void
}) {
  const { project, check } = props
  const link = linkOf(project)
  const offered = parseRepository(check?.offered?.full_name ?? '')

  return (
    <ProjectRow
      project={project}
      status={<RowStatus project={project} check={check} />}
      repositoryAddress={
        check?.shouldShowGitHubButton ? (check.repository?.html_url ?? null) : null
      }
      notice={link && offered && <RepositoryOffer link={link} repository={offered} />}
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

function RowStatus({ project, check }: { project: ListedProject; check: RepositoryCheck | null }) {
  const { t } = useTranslation()
  if (project.removed_at) return null

  return (
    <>
      {project.github_repo_name && <RepositoryStatus check={check} />}
      {project.status && project.status !== 'active' && (
        <Badge>{t(STATUS_WORDS[project.status])}</Badge>
      )}
    </>
  )
}

/** What the check of a repository asks for. Without a repository nothing is known of its visibility. */
const repositoryOf = (project: ListedProject) => ({
  ...project,
  is_private: project.is_private ?? true,
})
