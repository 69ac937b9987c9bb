import { useRepositoryChecks } from '#features/github/repository-lookup.ts'
import { RepositoryStatus } from '#features/github/repository-status.tsx'
import type { LinkedProject } from '#features/linked-projects/linked-project.ts'

type Props = {
  project: LinkedProject /** All that are shown: GitHub is asked about them together. */
  projects: LinkedProject[]
}

export function RowStatus({ project, projects }: Props) {
  return <RepositoryStatus check={useRepositoryChecks(projects)?.(project) ?? null} />
}
