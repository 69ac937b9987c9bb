import type { Project } from '#features/project-details/project.ts'
import { SyncHistory } from '#features/project-details/sync-history.tsx'

export function HistoryTab({ project }: { project: Project }) {
  return <SyncHistory projectId={project.id} />
}
