import type { AttentionItem } from '#api/projects/attention.ts'
import type { SyncState } from '#api/projects/sync-state.ts'
import { useRepositoryChecks } from '#features/github/use-repository-checks.ts'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useAppMissing } from '#features/sync-state/use-sync-states.ts'

/** Each may cost a call to GitHub, unless it is in the list of repositories that other cards load too. */
const MOST_CHECKED = 30

export type BrokenLink = Omit<AttentionItem, 'kind'> & {
  kind: 'not_found' | 'app_missing'
  owner: string
}

/** Linked repositories that GitHub does not show, among those synced last. Empty until GitHub has answered. */
export function useBrokenLinks(states: readonly SyncState[]): BrokenLink[] {
  const isConnected = useConnection().health === 'healthy'
  const isAppMissing = useAppMissing(isConnected)
  const links = isConnected ? states.filter(isOwn).slice(0, MOST_CHECKED).map(linkOf) : []
  const checkOf = useRepositoryChecks(links)

  return links.flatMap((link) =>
    checkOf?.(link).statusIndicator === 'not-found' && isAppMissing(link.github_repo_owner) !== null
      ? {
          ...NOTHING,
          kind: isAppMissing(link.github_repo_owner) ? 'app_missing' : 'not_found',
          project_id: link.state.project_id,
          project_name: link.state.project_name,
          owner: link.github_repo_owner ?? '',
          message: `${link.github_repo_owner}/${link.github_repo_name}`,
        }
      : [],
  )
}

const NOTHING = { task_number: null, task_name: null, commits: null, at: null }

const isOwn = ({ is_mine, repo_name }: SyncState) => is_mine && repo_name !== null

const linkOf = (state: SyncState) => ({
  state,
  github_repo_owner: state.repo_owner,
  github_repo_name: state.repo_name,
  is_private: false,
  former_repo_url: null,
})
