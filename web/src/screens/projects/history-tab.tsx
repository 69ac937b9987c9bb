import type { Project } from '#api/projects.ts'
import { SyncHistory } from '#features/project-details/sync-history.tsx'

export function HistoryTab({ project }: { project: Project }) {
  return <SyncHistory projectId={project.id} />
}
