import type { SyncState } from '@app/contract/sync-state'

/** The result of the specification's repository check (section 3) at GitHub. */
export type CheckResult = {
  statusIndicator: 'accessible' | 'inaccessible' | 'not-found' | 'no-repo'
  currentPrivacyStatus: 'Private' | 'Public' | 'Unknown' | 'No Repository'
}

/** GitHub reports `not_found` and `app_missing`, `checking` waits for it; the others come from our database. */
export type ShownState = SyncState['state'] | 'checking' | 'not_found' | 'app_missing'

type Facts = {
  /** Null while it is loading. */
  state: SyncState | null
  /** Null while loading from GitHub; undefined if not loaded. */
  check: CheckResult | null | undefined
  /**
   * The app is not installed on the repository's owner. Then GitHub hides private repositories. Null while it is loading.
   */
  isAppMissing: boolean | null
}

/** States that our database knows without GitHub. */
const KNOWN_AT_ONCE: readonly string[] = ['push_failed', 'not_connected']

/**
 * The single rule for every page. A repository that GitHub does not show cannot be in sync, so nothing is shown before GitHub answers.
 */
export function shownState({ state, check, isAppMissing }: Facts): ShownState {
  if (!state) return 'checking'
  // In a shared project, the reader's account says nothing about the owner's.
  if (!state.is_mine || check === undefined || !state.repo_name) return state.state
  if (check === null) return KNOWN_AT_ONCE.includes(state.state) ? state.state : 'checking'
  if (check.statusIndicator !== 'not-found') return state.state
  if (isAppMissing === null) return 'checking'

  return isAppMissing ? 'app_missing' : 'not_found'
}

/** A missing connection affects every project equally, so one banner replaces the badges. */
export const isSaidByBanner = ({ state, is_mine, repo_name }: SyncState): boolean =>
  state === 'not_connected' && is_mine && repo_name !== null

/** GitHub's comparison of the last own push with the current branch, or the branch's commits. */
export function compareAddress(webUrl: string, state: SyncState): string | null {
  const { repo_owner, repo_name, last_push_sha } = state
  if (!repo_owner || !repo_name) return null

  const branch = encodeURI(state.branch ?? state.last_push_branch ?? 'HEAD')
  const repository = `${webUrl}/${repo_owner}/${repo_name}`
  return last_push_sha
    ? `${repository}/compare/${last_push_sha}...${branch}`
    : `${repository}/commits/${branch}`
}
