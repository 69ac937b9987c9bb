import { type ChangedFile, changedFiles } from '@app/contract/changed-files'
import { rowsOf } from '@app/contract/reply-shape'
import type { Database } from '@app/contract/rows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { projectTopic, staleBy } from '#api/live/topics.ts'
import { loadNamespaces } from '#i18n/messages.ts'
import { dashboardStatsQuery } from './dashboard.ts'
import { projectKey } from './project-keys.ts'

type Tables = Database['public']['Tables']

/** The push of an entry, without its list of files. */
export type EventPush = Pick<
  Tables['push_records']['Row'],
  | 'id'
  | 'commit_sha'
  | 'commit_message'
  | 'repo_owner'
  | 'repo_name'
  | 'branch'
  | 'author'
  | 'commit_count'
  | 'files_added'
  | 'files_modified'
  | 'files_deleted'
  | 'closed_tasks'
  | 'error'
>

export type SyncEvent = Pick<Tables['sync_events']['Row'], 'id' | 'message' | 'created_at'> & {
  direction: 'outward' | 'inward'
  result: 'created' | 'updated' | 'deleted' | 'restored' | 'conflict' | 'failed'
  counts: { files?: number }
  push: EventPush | null
}

const COLUMNS =
  'id, direction, result, counts, message, created_at, push:push_records(id, commit_sha, commit_message, repo_owner, repo_name, branch, author, commit_count, files_added, files_modified, files_deleted, closed_tasks, error)'

export type HistoryView = { count: number; onlyFailures: boolean }

/** The newest `count` entries, plus one that shows whether more exist. */
export const syncEventsQuery = (projectId: string, { count, onlyFailures }: HistoryView) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'history', onlyFailures, count],
    queryFn: async (): Promise<SyncEvent[]> => {
      const all = dataApi().from('sync_events').select(COLUMNS).eq('project_id', projectId)
      const chosen = onlyFailures ? all.in('result', ['failed', 'conflict']) : all
      const { data } = await chosen
        .order('created_at', { ascending: false })
        .limit(count + 1)
        .throwOnError()
      const events = data as SyncEvent[]
      // Loaded here, so that an entry appears together with its reason and nothing moves later.
      if (events.some(({ push }) => push?.error)) await loadNamespaces(['pushFailure'])

      return events
    },
    meta: staleBy(projectTopic(projectId), 'sync'),
  })

/** Loaded on expansion, because a page of pushes has thousands of files. They never change. */
export const changedFilesQuery = (pushId: string) =>
  queryOptions({
    queryKey: ['changed-files', pushId],
    queryFn: async (): Promise<ChangedFile[]> => {
      const { data } = await dataApi()
        .from('push_records')
        .select('changed_files')
        .eq('id', pushId)
        .maybeSingle()
        .throwOnError()

      return changedFiles.parse(data?.changed_files ?? [])
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Tasks that a push closed because its commits mention them. */
export const closedTasksOf = ({ closed_tasks }: Pick<EventPush, 'closed_tasks'>) =>
  CLOSED_TASKS.parse(closed_tasks)

const CLOSED_TASKS = rowsOf({ id: 'text', number: 'int', name: 'text' })

/** Restores the former status of tasks that a push closed. Returns how many were still closed. */
export function useReopenTasks(projectId: string) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (pushId: string): Promise<number> => {
      const { data } = await dataApi()
        .rpc('reopen_closed_tasks', { input_push_id: pushId })
        .throwOnError()

      return data
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: projectKey(projectId) })
      void client.invalidateQueries({ queryKey: dashboardStatsQuery.queryKey })
    },
  })
}

/** The data about a push that an open tab needs. */
export type NewPush = Pick<SyncEvent, 'id' | 'result' | 'message' | 'created_at'> & {
  project_id: string
  project: { name: string } | null
  push: Pick<EventPush, 'commit_sha' | 'repo_owner' | 'repo_name' | 'author'> & { is_own: boolean }
}

const NEW_PUSH_COLUMNS =
  'id, project_id, result, message, created_at, project:projects(name), push:push_records!inner(commit_sha, repo_owner, repo_name, author, is_own)'

/** Pushes recorded after this time, newest first; without a time, only the newest one. */
export async function fetchNewPushes(after: string | null): Promise<NewPush[]> {
  const all = dataApi().from('sync_events').select(NEW_PUSH_COLUMNS)
  const { data } = await (after === null ? all : all.gt('created_at', after))
    .order('created_at', { ascending: false })
    .limit(after === null ? 1 : 20)
    .throwOnError()

  return data as NewPush[]
}
