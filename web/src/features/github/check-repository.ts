import type { Repository } from '#api/github/calls.ts'

/** What a link says of its repository. */
export type LinkedRepository = {
  github_repo_owner: string | null
  github_repo_name: string | null
  is_private: boolean
}

/** What GitHub says of it. Whatever keeps us from asking makes it inaccessible. */
export type FoundRepository = Repository | 'not-found' | 'inaccessible'

/** Specification, section 3: names and values are its own. */
export type RepositoryCheck = {
  exists: boolean
  isPrivate: boolean | null
  isAccessible: boolean
  repository: Repository | null
  hasPrivacyChanged: boolean
  shouldShowGitHubButton: boolean
  currentPrivacyStatus: 'Private' | 'Public' | 'Unknown' | 'No Repository'
  statusIndicator: 'accessible' | 'inaccessible' | 'not-found' | 'no-repo'
}

const NOTHING: Omit<RepositoryCheck, 'currentPrivacyStatus' | 'statusIndicator'> = {
  exists: false,
  isPrivate: null,
  isAccessible: false,
  repository: null,
  hasPrivacyChanged: false,
  shouldShowGitHubButton: false,
}

export function fullNameOf(link: LinkedRepository): string | null {
  const { github_repo_owner: owner, github_repo_name: name } = link

  return owner && name ? `${owner}/${name}` : null
}

export function checkRepository(link: LinkedRepository, found: FoundRepository): RepositoryCheck {
  if (!fullNameOf(link)) {
    return { ...NOTHING, currentPrivacyStatus: 'No Repository', statusIndicator: 'no-repo' }
  }
  if (found === 'not-found' || found === 'inaccessible') {
    return { ...NOTHING, currentPrivacyStatus: 'Unknown', statusIndicator: found }
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
  }
}
