import type { LinkedProject } from '#api/projects/recent-projects.ts'
import { projectPath } from '#config/paths.ts'

/** Null for a moment after linking, until the board exists. */
export const boardPath = ({ project }: LinkedProject): string | null =>
  project && projectPath(project.id)

/** The known data of a project in the builder: its id, its repository, or neither. */
type BuilderProject = {
  bolt_project_id: string | null
  github_repo_owner: string | null
  github_repo_name: string | null
}

/** The builder opens its own projects by id; for links created here it only knows the repository. */
export function builderAddress(builderUrl: string, project: BuilderProject): string | null {
  const { bolt_project_id, github_repo_owner, github_repo_name } = project

  const own = ownBuilderAddress(builderUrl, bolt_project_id)
  if (own !== null) return own
  if (!github_repo_owner || !github_repo_name) return null
  return `${builderUrl}/~/github.com/${github_repo_owner}/${github_repo_name}`
}

/** The builder's own project; null for links created here. */
export const ownBuilderAddress = (builderUrl: string, id: string | null): string | null =>
  id && !id.startsWith('web-') ? `${builderUrl}/~/${id}` : null

/** The URL for `git clone`. */
export const cloneAddress = (webUrl: string, repository: string) => `${webUrl}/${repository}.git`
