import { parseProjectAddress } from '@app/contract/project-address'
import { fullName, parseRepository } from '@app/contract/repository-name'
import type { Link } from '#api/projects/linked-projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** A link in the form's format. */
export type LinkDraft = { name: string; repository: string; branch: string; builderId: string }

/** The table's limits. */
export const NAME_MAX = 200
export const BRANCH_MAX = 255
const BUILDER_ID = /^[\w-]{1,200}$/

const EMPTY: LinkDraft = { name: '', repository: '', branch: '', builderId: '' }

export const draftOf = (link: Link | null): LinkDraft =>
  link
    ? {
        name: link.project_name,
        repository: [link.github_repo_owner, link.github_repo_name].filter(Boolean).join('/'),
        branch: link.github_branch ?? '',
        builderId: link.bolt_project_id,
      }
    : EMPTY

/** A new draft, prefilled from a pasted URL. For other texts, the fields stay empty. */
export function draftOfAddress(address: string, codeHost: string): LinkDraft {
  const isUnderstood = parseProjectAddress(address, codeHost) !== null

  return isUnderstood ? { ...EMPTY, ...understood('repository', address, EMPTY, codeHost) } : EMPTY
}

/**
 * The form's values after a repository or URL was chosen, typed or pasted. A URL fills in all its parts; an unnamed project gets the
 * repository's name.
 */
export function understood(
  field: 'repository' | 'builderId',
  text: string,
  draft: LinkDraft,
  codeHost: string,
): Partial<LinkDraft> {
  const address = parseProjectAddress(text, codeHost)
  if (!address) return { [field]: text, ...(field === 'repository' && nameFor(text, draft)) }
  const { repository, branch, builderId } = address
  const chosen = repository && fullName(repository)

  return {
    ...(chosen && { repository: chosen, ...nameFor(chosen, draft) }),
    ...(branch && { branch }),
    ...(builderId && { builderId }),
  }
}

/** Follows the repository until the user types a name. */
function nameFor(repository: string, draft: LinkDraft): Partial<LinkDraft> {
  const followed = parseRepository(draft.repository)?.name ?? ''
  const next = parseRepository(repository)

  return draft.name === followed ? { name: next?.name ?? '' } : {}
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

/** The row's own columns. Without a builder id, the table generates one. */
export function rowOf(draft: LinkDraft, isPrivate: boolean, webUrl: string) {
  const repository = parseRepository(draft.repository)
  const builderId = draft.builderId.trim()

  return {
    project_name: draft.name.trim(),
    github_repo_owner: repository?.owner ?? null,
    github_repo_name: repository?.name ?? null,
    github_repo_url: repository ? `${webUrl}/${repository.owner}/${repository.name}` : null,
    github_branch: draft.branch.trim() || null,
    is_private: isPrivate,
    ...(builderId && { bolt_project_id: builderId }),
  }
}
