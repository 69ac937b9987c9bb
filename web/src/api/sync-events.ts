import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import type { MessageKey } from '#i18n/messages.ts'

type Row = Database['public']['Tables']['sync_events']['Row']
type Direction = 'outward' | 'inward'
type Result = 'created' | 'updated' | 'deleted' | 'restored' | 'conflict' | 'failed'

export type SyncEvent = Pick<Row, 'id' | 'message' | 'created_at'> & {
  direction: Direction
  result: Result
  counts: { files?: number }
}

export const DIRECTION_WORDS: Record<Direction, MessageKey> = {
  outward: 'project.history.outward',
  inward: 'project.history.inward',
}

export const RESULT_WORDS: Record<Result, MessageKey> = {
  created: 'project.history.results.created',
  updated: 'project.history.results.updated',
  deleted: 'project.history.results.deleted',
  restored: 'project.history.results.restored',
  conflict: 'project.history.results.conflict',
  failed: 'project.history.results.failed',
}

/** The newest, and one more, which says whether there are others. */
export const syncEventsQuery = (projectId: string, count: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'history', count],
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
