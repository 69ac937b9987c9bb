import type { Link } from '#api/projects/linked-projects.ts'
import type { ListedProject } from '#api/projects/project-list.ts'

/** The member's own link of a listed project, or null. */
export function linkOf(project: ListedProject): Link | null {
  const { link_id, bolt_project_id, name, is_private, ...rest } = project
  if (!link_id || !bolt_project_id) return null

  return {
    id: link_id,
    project_name: name,
    bolt_project_id,
    github_repo_owner: rest.github_repo_owner,
    github_repo_name: rest.github_repo_name,
    github_branch: rest.github_branch,
    is_private: is_private ?? true,
  }
}
