import { syncStatesReply } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'
import { projectKey, syncStatesKey } from './project-keys.ts'

export type { SyncState } from '@app/contract/sync-state'

/** The states of these projects, or of all that the member sees. One statement, however many there are. */
export const syncStatesQuery = (projectIds?: readonly string[]) =>
  queryOptions({
    queryKey: [...syncStatesKey, projectIds?.toSorted() ?? 'all'],
    queryFn: async () => {
      const { data } = await dataApi()
        .rpc('get_sync_states', projectIds ? { input_project_ids: [...projectIds] } : {})
        .throwOnError()

      return syncStatesReply.parse(data)
    },
    enabled: projectIds === undefined || projectIds.length > 0,
    ...FRESHNESS,
  })

/** Null for a project without a link. */
export const syncStateQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'sync-state'],
    queryFn: async () => {
      const { data } = await dataApi()
        .rpc('get_sync_states', { input_project_ids: [projectId] })
        .throwOnError()

      return syncStatesReply.parse(data)[0] ?? null
    },
    ...FRESHNESS,
  })

// Pushes happen in other tabs, in the extension and on GitHub.
const FRESHNESS = { staleTime: 15_000, refetchOnWindowFocus: true }
