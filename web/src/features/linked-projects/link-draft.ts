import { parseProjectAddress } from '@app/contract/project-address'
import { fullName, parseRepository } from '@app/contract/repository-name'
import type { Link } from '#api/projects/linked-projects.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** A link in the form's format. The builder's id is shown as the address that a person can copy. */
export type LinkDraft = {
  name: string
  repository: string
  branch: string
  builderAddress: string
}

/** The table's limits. */
export const NAME_MAX = 200
export const BRANCH_MAX = 255
const BUILDER_ID = /^[\w-]{1,200}$/
const BUILDER = 'https://bolt.new/~/'

const EMPTY: LinkDraft = { name: '', repository: '', branch: '', builderAddress: '' }

export const draftOf = (link: Link | null): LinkDraft =>
  link
    ? {
        name: link.project_name,
        repository: [link.github_repo_owner, link.github_repo_name].filter(Boolean).join('/'),
        branch: link.github_branch ?? '',
        builderAddress: addressOf(link.bolt_project_id),
      }
    : EMPTY

/** Ids that the table generated are unknown to the builder. */
const addressOf = (builderId: string) => (builderId.startsWith('web-') ? '' : BUILDER + builderId)

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
  field: 'repository' | 'builderAddress',
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
    ...(builderId && { builderAddress: addressOf(builderId) }),
  }
}

/** Follows the repository until the user types a name. */
function nameFor(repository: string, draft: LinkDraft): Partial<LinkDraft> {
  const followed = parseRepository(draft.repository)?.name ?? ''
  const next = parseRepository(repository)

  return draft.name === followed ? { name: next?.name ?? '' } : {}
}

/** A project that exists already is only linked to give it a repository. */
export function linkErrors(
  draft: LinkDraft,
  isProjectKnown = false,
): { [Name in keyof LinkDraft]?: MessageKey } {
  const repository = draft.repository.trim()

  return {
    ...(draft.name.trim() === '' && { name: 'projects.form.nameRequired' }),
    ...((repository !== '' || isProjectKnown) &&
      !parseRepository(repository) && { repository: 'projects.form.repositoryForm' }),
    ...(builderIdOf(draft) === null && { builderAddress: 'projects.form.builderAddressForm' }),
  }
}

/** Empty without an address, null if it is none. An id alone is understood too. */
function builderIdOf({ builderAddress }: LinkDraft): string | null {
  const text = builderAddress.trim()
  const id = text.startsWith(BUILDER) ? text.slice(BUILDER.length) : text

  return id === '' || BUILDER_ID.test(id) ? id : null
}

/** The row's own columns. Without a builder id, the table generates one. */
export function rowOf(draft: LinkDraft, isPrivate: boolean, webUrl: string) {
  const repository = parseRepository(draft.repository)
  const builderId = builderIdOf(draft)

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
