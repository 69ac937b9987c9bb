import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'
import { projectKey } from './project-keys.ts'

type Row = Database['public']['Tables']['sync_events']['Row']

export type SyncEvent = Pick<Row, 'id' | 'message' | 'created_at'> & {
  direction: 'outward' | 'inward'
  result: 'created' | 'updated' | 'deleted' | 'restored' | 'conflict' | 'failed'
  counts: { files?: number }
}

/** The newest `count`, plus one that tells whether there are more. */
export const syncEventsQuery = (projectId: string, count: number) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'history', count],
    queryFn: async (): Promise<SyncEvent[]> => {
      const { data } = await dataApi()
        .from('sync_events')
        .select('id, direction, result, counts, message, created_at')
        .eq('project_id', projectId)
        .order('created_at', { ascending: false })
        .limit(count + 1)
        .throwOnError()

      return data as SyncEvent[]
    },
  })
