import { DangerCard } from '#features/project-details/danger-card.tsx'
import { EditProjectCard } from '#features/project-details/edit-project-card.tsx'
import type { Project } from '#features/project-details/project.ts'
import { ProjectFacts } from '#features/project-details/project-facts.tsx'

export function DetailsTab({ project }: { project: Project }) {
  if (project.role === 'viewer') return <ProjectFacts project={project} />

  return (
    <div className="grid max-w-[42rem] gap-6">
      <EditProjectCard project={project} />
      {project.role === 'owner' && <DangerCard project={project} />}
    </div>
  )
}
