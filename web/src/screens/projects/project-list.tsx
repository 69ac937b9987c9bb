import { parseRepository } from '@app/contract/repository-name'
import { useQuery } from '@tanstack/react-query'
import { integrationQuery } from '#api/github/integration.ts'
import type { Link } from '#api/projects/linked-projects.ts'
import { type ListedProject, projectListQuery } from '#api/projects/my-projects.ts'
import type { ListView } from '#features/linked-projects/list-view.ts'
import { ProjectRow } from '#features/linked-projects/project-row.tsx'
import { linkOf } from './link-of.ts'
import { ListFailed } from './list-failed.tsx'
import { ListFrame, ListSkeleton } from './list-frame.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { ProjectPages } from './project-pages.tsx'
import { RepositoryOffer } from './repository-offer.tsx'
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
  /** For the first link, where there is nothing to list. */
  onLink: () => void
  onEdit: (link: Link) => void
}

export function ProjectList({ view, onLink, onEdit }: Props) {
  const list = useQuery(projectListQuery(view))
  // Asked together with the list, which is shown when both have come.
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
