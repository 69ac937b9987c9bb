import type { SyncState } from '#api/projects/sync-state.ts'

/** What the specification's repository check (section 3) found at GitHub. */
export type CheckResult = {
  statusIndicator: 'accessible' | 'inaccessible' | 'not-found' | 'no-repo'
  currentPrivacyStatus: 'Private' | 'Public' | 'Unknown' | 'No Repository'
}

/** `not_found` and `app_missing` are GitHub's word, `checking` waits for it; the others are our database's. */
export type ShownState = SyncState['state'] | 'checking' | 'not_found' | 'app_missing'

type Facts = {
  /** Null while it is loading. */
  state: SyncState | null
  /** Null while GitHub is asked; undefined where it is not asked. */
  check: CheckResult | null | undefined
  /** The app is not installed on the repository's owner. GitHub then hides private repositories. Null while that is asked. */
  isAppMissing: boolean | null
}

/** Our database knows these without GitHub. */
const KNOWN_AT_ONCE: readonly string[] = ['push_failed', 'not_connected']

/**
 * The one decision of every page. A repository that GitHub does not show cannot be in sync, whatever was pushed before; so
 * nothing is said about the two before GitHub has answered.
 */
export function shownState({ state, check, isAppMissing }: Facts): ShownState {
  if (!state) return 'checking'
  // In a shared project the reader's own account says nothing about its owner's.
  if (!state.is_mine || check === undefined || !state.repo_name) return state.state
  if (check === null) return KNOWN_AT_ONCE.includes(state.state) ? state.state : 'checking'
  if (check.statusIndicator !== 'not-found') return state.state
  if (isAppMissing === null) return 'checking'

  return isAppMissing ? 'app_missing' : 'not_found'
}

/** A missing connection is the same for every project: one banner tells of it instead of a badge in each row. */
export const isSaidByBanner = ({ state, is_mine, repo_name }: SyncState): boolean =>
  state === 'not_connected' && is_mine && repo_name !== null

/** GitHub's comparison of the last own push with the branch as it is now, or the branch's commits. */
export function compareAddress(webUrl: string, state: SyncState): string | null {
  const { repo_owner, repo_name, last_push_sha } = state
  if (!repo_owner || !repo_name) return null

  const branch = encodeURI(state.branch ?? state.last_push_branch ?? 'HEAD')
  const repository = `${webUrl}/${repo_owner}/${repo_name}`
  return last_push_sha
    ? `${repository}/compare/${last_push_sha}...${branch}`
    : `${repository}/commits/${branch}`
}
