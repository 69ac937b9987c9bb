import type { Project } from '#api/projects/projects.ts'
import { pushPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { SyncHistory } from '#features/project-details/sync-history.tsx'
import { builderOf } from './builder-of.ts'

export function HistoryTab({ project }: { project: Project }) {
  const { builderUrl } = usePublicConfig()
  const retryAddress =
    project.role === 'viewer' ? null : (builderOf(builderUrl, project) ?? pushPath(project.id))

  return <SyncHistory project={project} retryAddress={retryAddress} />
}
