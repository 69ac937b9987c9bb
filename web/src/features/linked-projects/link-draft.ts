import { parseRepository } from '@app/contract/repository-name'
import type { LinkedProject } from '#api/recent-projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** A link as a form shows it. */
export type LinkDraft = {
  name: string
  repository: string
  branch: string
  builderId: string
  isPrivate: boolean
}

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

export function linkErrors(draft: LinkDraft): { [Name in keyof LinkDraft]?: MessageKey } {
  const repository = draft.repository.trim()
  const builderId = draft.builderId.trim()

  return {
    ...(draft.name.trim() === '' && { name: 'projects.form.nameRequired' }),
    ...(repository !== '' &&
      !parseRepository(repository) && { repository: 'projects.form.repositoryForm' }),
    ...(builderId !== '' &&
      !BUILDER_ID.test(builderId) && { builderId: 'projects.form.builderIdForm' }),
  }
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
