import { useQuery } from '@tanstack/react-query'
import { installedAccountsQuery } from '#api/github/queries.ts'
import { type SyncState, syncStatesQuery } from '#api/projects/sync-state.ts'

/** The states of these projects, or of those synced last. */
export function useSyncStates(projectIds?: readonly string[]) {
  const states = useQuery(syncStatesQuery(projectIds))

  return {
    /** Null while it is loading, or could not be loaded. */
    stateOf: (projectId: string | undefined): SyncState | null =>
      states.data?.find(({ project_id }) => project_id === projectId) ?? null,
    hasFailed: states.isError,
  }
}

/** Whether the app is not installed on an account. Null while GitHub is asked, false if it did not say. */
export function useAppMissing(isConnected: boolean): (owner: string | null) => boolean | null {
  const accounts = useQuery({ ...installedAccountsQuery, enabled: isConnected })
  const installed = accounts.data?.map((login) => login.toLowerCase())

  return (owner) => {
    if (isConnected && accounts.isPending) return null
    return Boolean(owner && installed && !installed.includes(owner.toLowerCase()))
  }
}
