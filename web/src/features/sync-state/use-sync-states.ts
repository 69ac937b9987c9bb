import type { SyncState } from '@app/contract/sync-state'
import { useQuery } from '@tanstack/react-query'
import { installedAccountsQuery } from '#api/github/github-queries.ts'
import { syncStatesQuery } from '#api/projects/sync-state.ts'

/** The states of these projects, or of the most recently synced ones. */
export function useSyncStates(projectIds?: readonly string[]) {
  const states = useQuery(syncStatesQuery(projectIds))

  return {
    /** Null while it is loading, or could not be loaded. */
    stateOf: (projectId: string | undefined): SyncState | null =>
      states.data?.find(({ project_id }) => project_id === projectId) ?? null,
    hasFailed: states.isError,
  }
}

/** Whether an account lacks the app. Null while loading from GitHub, false if unknown. */
export function useAppMissing(isConnected: boolean): (owner: string | null) => boolean | null {
  const accounts = useQuery({ ...installedAccountsQuery, enabled: isConnected })
  const installed = accounts.data?.map((login) => login.toLowerCase())

  return (owner) => {
    if (isConnected && accounts.isPending) return null
    return Boolean(owner && installed && !installed.includes(owner.toLowerCase()))
  }
}
