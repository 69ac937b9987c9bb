import type { Project } from '#api/projects/projects.ts'
import { builderAddress } from '#features/linked-projects/link-addresses.ts'

/** The project's URL at bolt.new; null if it has none. */
export function builderOf(builderUrl: string, { repository, link }: Project): string | null {
  const [github_repo_owner = null, github_repo_name = null] = repository?.split('/') ?? []

  return builderAddress(builderUrl, {
    bolt_project_id: link?.bolt_project_id ?? null,
    github_repo_owner,
    github_repo_name,
  })
}
