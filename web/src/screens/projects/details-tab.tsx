import type { Project } from '#api/projects/projects.ts'
import { DangerCard } from '#features/project-details/danger-card.tsx'
import { EditProjectCard } from '#features/project-details/edit-project-card.tsx'
import { ProjectFacts } from '#features/project-details/project-facts.tsx'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { useRepositoryChoices } from './use-repository-choices.ts'

export function DetailsTab({ project }: { project: Project }) {
  const leaving = useLeavingTexts()
  const repositories = useRepositoryChoices()

  if (project.role === 'viewer') return <ProjectFacts project={project} />

  return (
    <div className="grid gap-6">
      <EditProjectCard project={project} repositories={repositories} />
      {project.role === 'owner' && <DangerCard project={project} />}
      <UnsavedChanges texts={leaving} />
    </div>
  )
}
