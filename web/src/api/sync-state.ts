import { syncStatesReply } from '@app/contract/sync-state'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { attentionQuery } from './attention.ts'
import { activityQuery } from './dashboard.ts'
import { dataApi } from './data-api.ts'
import { recentCommitsQuery, repositoriesQuery } from './github/queries.ts'
import { linkedProjectsKey, projectKey, syncStatesKey } from './project-keys.ts'

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

/** After a push to these projects, by whomever: their states, histories and everything the dashboard shows of them. */
export async function refreshAfterPush(
  client: QueryClient,
  projectIds: readonly string[],
): Promise<void> {
  const keys = [
    syncStatesKey,
    linkedProjectsKey,
    attentionQuery.queryKey,
    activityQuery.queryKey,
    recentCommitsQuery.queryKey,
    ...projectIds.map(projectKey),
  ]
  // Recent commits start from the list of repositories, which is sorted by the last push.
  await client.invalidateQueries({ queryKey: repositoriesQuery(1).queryKey, refetchType: 'none' })
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
