import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { newCommitsQuery } from '#api/github/new-commits.ts'
import type { Project } from '#api/projects/projects.ts'
import { syncStateQuery } from '#api/projects/sync-state.ts'
import { usePageTitle } from '#browser/page-title.ts'
import { projectPath } from '#config/paths.ts'
import { targetOf } from '#features/project-details/use-project-surroundings.ts'
import { EditableProject, ProjectPageHeader } from './editable-project.tsx'
import { NewCommitsCard } from './new-commits-card.tsx'
import { PullGuide } from './pull-guide.tsx'
import { usePullTexts } from './pull-texts.ts'
import { useNumberedOpening } from './use-numbered-opening.ts'
import { ZipReview } from './zip-review.tsx'

/** What is new on GitHub, and how it comes into the project in the builder. */
export function ProjectPullScreen() {
  return (
    <EditableProject>
      {(project) => {
        const target = targetOf(project)

        return target ? (
          <Pull project={project} target={target} />
        ) : (
          <Navigate to={`${projectPath(project.id)}?tab=details`} replace />
        )
      }}
    </EditableProject>
  )
}

type Props = { project: Project; target: NonNullable<ReturnType<typeof targetOf>> }

function Pull({ project, target }: Props) {
  const opening = useNumberedOpening()
  const { opened, number } = opening
  const { title, lead } = usePullTexts(project)
  const sync = useQuery(syncStateQuery(project.id))
  const commits = useQuery(
    newCommitsQuery(
      { id: project.id, boltProjectId: project.link?.bolt_project_id ?? null },
      target,
      sync.data ?? null,
    ),
  )
  const lastPush = sync.data?.last_push_sha
  // The guide stays after the pull, when nothing is new any more.
  const hasGuide = opened !== null || commits.data?.commits.length !== 0
  usePageTitle(`${project.name} – ${title}`)

  return (
    <>
      <ProjectPageHeader project={project} title={title} lead={lead} />
      <div className={hasGuide ? 'grid items-start gap-6 *:min-w-0 lg:grid-cols-2' : 'grid'}>
        <NewCommitsCard target={target} state={sync} commits={commits} />
        {hasGuide && <PullGuide project={project} opening={opening} />}
      </div>
      {opened && (
        <ZipReview
          key={number}
          project={project}
          files={opened.set}
          isPull
          assumed={lastPush ? { commit: lastPush, differs: {} } : null}
        />
      )}
    </>
  )
}
