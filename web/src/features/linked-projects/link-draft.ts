import { parseRepository } from '@app/contract/repository-name'
import type { LinkedProject } from '#api/recent-projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** What a form holds, as people write it. */
export type LinkDraft = {
  name: string
  repository: string
  branch: string
  builderId: string
  isPrivate: boolean
}

export type LinkComplaints = Partial<Record<'name' | 'repository' | 'builderId', MessageKey>>

/** The limits are the table's. */
export const NAME_MAX = 200
export const BRANCH_MAX = 255
const BUILDER_ID = /^[\w-]{1,200}$/

export function draftOf(project: LinkedProject | null): LinkDraft {
  return {
    name: project?.project_name ?? '',
    repository: [project?.github_repo_owner, project?.github_repo_name].filter(Boolean).join('/'),
    branch: project?.github_branch ?? '',
    builderId: project?.bolt_project_id ?? '',
    isPrivate: project?.is_private ?? true,
  }
}

/** Null when nothing is wrong. */
export function complaintsAbout(draft: LinkDraft): LinkComplaints | null {
  const complaints: LinkComplaints = {}

  if (!draft.name.trim()) complaints.name = 'projects.form.nameRequired'
  if (draft.repository.trim() && !parseRepository(draft.repository)) {
    complaints.repository = 'projects.form.repositoryForm'
  }
  if (draft.builderId.trim() && !BUILDER_ID.test(draft.builderId.trim())) {
    complaints.builderId = 'projects.form.builderIdForm'
  }
  return Object.keys(complaints).length > 0 ? complaints : null
}

/** The row's own columns. Without an id of the builder the table makes one up. */
export function rowOf(draft: LinkDraft, webUrl: string) {
  const repository = parseRepository(draft.repository)
  const builderId = draft.builderId.trim()

  return {
    project_name: draft.name.trim(),
    github_repo_owner: repository?.owner ?? null,
    github_repo_name: repository?.name ?? null,
    github_repo_url: repository ? `${webUrl}/${repository.owner}/${repository.name}` : null,
    github_branch: draft.branch.trim() || null,
    is_private: draft.isPrivate,
    ...(builderId && { bolt_project_id: builderId }),
  }
}
