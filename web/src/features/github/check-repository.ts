import { parseRepository } from '@app/contract/repository-name'
import type { Repository } from '#api/github/github-calls.ts'
import type { FoundRepository } from '#api/github/repository-lookup.ts'

/** The columns of a link that describe its repository. */
export type LinkedRepository = {
  github_repo_owner: string | null
  github_repo_name: string | null
  is_private: boolean
  /** The URL with the earlier owner, before the extension replaced it by its own. */
  former_repo_url: string | null
}

/** Specification, section 3: its names and values. */
export type RepositoryCheck = {
  exists: boolean
  isPrivate: boolean | null
  isAccessible: boolean
  repository: Repository | null
  hasPrivacyChanged: boolean
  shouldShowGitHubButton: boolean
  currentPrivacyStatus: 'Private' | 'Public' | 'Unknown' | 'No Repository'
  statusIndicator: 'accessible' | 'inaccessible' | 'not-found' | 'no-repo'
  /**
   * Our addition if the names differ: the repository that GitHub redirects to, or the one of the former URL.
   */
  offered: Repository | null
}

const NOTHING: Omit<RepositoryCheck, 'currentPrivacyStatus' | 'statusIndicator'> = {
  exists: false,
  isPrivate: null,
  isAccessible: false,
  repository: null,
  hasPrivacyChanged: false,
  shouldShowGitHubButton: false,
  offered: null,
}

export function fullNameOf(
  link: Pick<LinkedRepository, 'github_repo_owner' | 'github_repo_name'>,
): string | null {
  const { github_repo_owner: owner, github_repo_name: name } = link

  return owner && name ? `${owner}/${name}` : null
}

/** The link's repository before the extension changed it. */
export function formerNameOf({ former_repo_url }: LinkedRepository): string | null {
  const former = parseRepository(former_repo_url ?? '')

  return former && `${former.owner}/${former.name}`
}

export function checkRepository(
  link: LinkedRepository,
  found: FoundRepository,
  former: FoundRepository | null,
): RepositoryCheck {
  const name = fullNameOf(link)
  if (!name) {
    return { ...NOTHING, currentPrivacyStatus: 'No Repository', statusIndicator: 'no-repo' }
  }
  if (found === 'not-found' || found === 'inaccessible') {
    const isOffer = found === 'not-found' && former !== null && typeof former !== 'string'
    const offered = isOffer ? former : null
    return { ...NOTHING, currentPrivacyStatus: 'Unknown', statusIndicator: found, offered }
  }

  return {
    exists: true,
    isPrivate: found.private,
    isAccessible: true,
    repository: found,
    hasPrivacyChanged: found.private !== link.is_private,
    shouldShowGitHubButton: true,
    currentPrivacyStatus: found.private ? 'Private' : 'Public',
    statusIndicator: 'accessible',
    offered: found.full_name.toLowerCase() === name.toLowerCase() ? null : found,
  }
}
