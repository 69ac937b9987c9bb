import { syncStatesReply } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { callDatabase, readRows } from '#api/calls/read-rows.ts'
import { MEMBER_TOPIC, projectTopic, staleBy } from '#api/live/topics.ts'
import { projectKey, syncStatesKey } from './project-keys.ts'

export const ALL_STATES_ADDRESS = '/rest/v1/rpc/get_sync_states'

/** The states of these projects, or of all that the member sees. One statement for any number of projects. */
export const syncStatesQuery = (projectIds?: readonly string[]) =>
  queryOptions({
    queryKey: [...syncStatesKey, projectIds?.toSorted() ?? 'all'],
    queryFn: async () => {
      const states = projectIds
        ? await callDatabase('get_sync_states', { input_project_ids: [...projectIds] })
        : await readRows(ALL_STATES_ADDRESS)

      return syncStatesReply.parse(states)
    },
    enabled: projectIds === undefined || projectIds.length > 0,
    ...FRESHNESS,
    meta: staleBy(MEMBER_TOPIC, 'projects', 'sync'),
  })

/** Null for a project without a link. */
export const syncStateQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'sync-state'],
    queryFn: async () => {
      const states = await callDatabase('get_sync_states', { input_project_ids: [projectId] })

      return syncStatesReply.parse(states)[0] ?? null
    },
    ...FRESHNESS,
    meta: staleBy(projectTopic(projectId), 'details', 'sync'),
  })

// Other tabs, the extension and GitHub also push.
const FRESHNESS = { staleTime: 15_000, refetchOnWindowFocus: true }
