import type { Database } from '@app/contract/rows'
import { projectPath } from '#config/paths.ts'

type Row = Database['public']['Tables']['bolt_projects']['Row']

export type LinkedProject = Pick<
  Row,
  | 'id'
  | 'bolt_project_id'
  | 'project_name'
  | 'project_description'
  | 'github_repo_owner'
  | 'github_repo_name'
  | 'github_branch'
  | 'is_private'
  | 'former_repo_url'
  | 'last_sync_at'
  | 'created_at'
> & {
  /** Its board, with tasks and members. */
  project: { id: string } | null
}

export const LINK_COLUMNS =
  'id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name, github_branch, is_private, former_repo_url, last_sync_at, created_at, project:projects(id)'

/** Where its board is; null for a moment between linking and the board's coming. */
export const boardPath = ({ project }: LinkedProject): string | null =>
  project && projectPath(project.id)

/** The builder opens its own projects by id; of a link made here it only knows the repository. */
export function builderAddress(project: LinkedProject): string | null {
  const { bolt_project_id, github_repo_owner, github_repo_name } = project

  if (!bolt_project_id.startsWith('web-')) return `https://bolt.new/~/${bolt_project_id}`
  if (!github_repo_owner || !github_repo_name) return null
  return `https://bolt.new/~/github.com/${github_repo_owner}/${github_repo_name}`
}
