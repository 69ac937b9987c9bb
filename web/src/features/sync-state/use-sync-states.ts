import { useQuery } from '@tanstack/react-query'
import { installedAccountsQuery } from '#api/github/queries.ts'
import { type SyncState, syncStatesQuery } from '#api/sync-state.ts'

/** The states of these projects. `isConnected`: GitHub may be asked where its app is installed. */
export function useSyncStates(projectIds: readonly string[], isConnected: boolean) {
  const states = useQuery(syncStatesQuery(projectIds))
  const accounts = useQuery({ ...installedAccountsQuery, enabled: isConnected })
  const installed = accounts.data?.map((login) => login.toLowerCase())

  return {
    /** Null while it is loading, or could not be loaded. */
    stateOf: (projectId: string | undefined): SyncState | null =>
      states.data?.find(({ project_id }) => project_id === projectId) ?? null,
    hasFailed: states.isError,
    /** False as long as GitHub has not said so. */
    isAppMissing: (owner: string | null): boolean =>
      Boolean(owner && installed && !installed.includes(owner.toLowerCase())),
  }
}
