import type { QueryClient } from '@tanstack/react-query'
import { attentionQuery } from '#api/projects/attention.ts'
import { activityQuery } from '#api/projects/dashboard.ts'
import { linkedProjectsKey, projectKey, syncStatesKey } from '#api/projects/project-keys.ts'
import { recentCommitsQuery, repositoriesQuery } from './github-queries.ts'

/** After a push to these projects: refreshes their states, histories and dashboard data. */
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
  // Recent commits depend on the list of repositories, which is sorted by last push.
  await client.invalidateQueries({ queryKey: repositoriesQuery(1).queryKey, refetchType: 'none' })
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
