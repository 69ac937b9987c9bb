import { type ChangedFile, changedFiles } from '@app/contract/changed-files'
import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'
import { projectKey } from './project-keys.ts'

type Tables = Database['public']['Tables']

/** The push that an entry tells of, without its list of files. */
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
>

export type SyncEvent = Pick<Tables['sync_events']['Row'], 'id' | 'message' | 'created_at'> & {
  direction: 'outward' | 'inward'
  result: 'created' | 'updated' | 'deleted' | 'restored' | 'conflict' | 'failed'
  counts: { files?: number }
  push: EventPush | null
}

const COLUMNS =
  'id, direction, result, counts, message, created_at, push:push_records(id, commit_sha, commit_message, repo_owner, repo_name, branch, author, commit_count, files_added, files_modified, files_deleted)'

export type HistoryView = { count: number; onlyFailures: boolean }

/** The newest `count`, plus one that tells whether there are more. */
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

      return data as SyncEvent[]
    },
  })

/** Loaded when somebody unfolds them: a page of pushes has thousands. They never change. */
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

/** What a tab that is open needs to know of a push. */
export type NewPush = Pick<SyncEvent, 'id' | 'result' | 'message' | 'created_at'> & {
  project_id: string
  project: { name: string } | null
  push: Pick<EventPush, 'commit_sha' | 'repo_owner' | 'repo_name' | 'author'> & { is_own: boolean }
}

const NEW_PUSH_COLUMNS =
  'id, project_id, result, message, created_at, project:projects(name), push:push_records!inner(commit_sha, repo_owner, repo_name, author, is_own)'

/** Pushes recorded after this time, the newest first; without a time the newest one alone. */
export async function fetchNewPushes(after: string | null): Promise<NewPush[]> {
  const all = dataApi().from('sync_events').select(NEW_PUSH_COLUMNS)
  const { data } = await (after === null ? all : all.gt('created_at', after))
    .order('created_at', { ascending: false })
    .limit(after === null ? 1 : 20)
    .throwOnError()

  return data as NewPush[]
}
