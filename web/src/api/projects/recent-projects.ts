import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'
import { MEMBER_TOPIC, staleBy } from '#api/live/topics.ts'
import { linkedProjectsKey } from './project-keys.ts'

// Separate from `linked-projects.ts`, so that the first screen does not download the list's queries and mutations.

const MINUTE = 60_000

type Row = Database['public']['Tables']['bolt_projects']['Row']

export type LinkedProject = Pick<
  Row,
  | 'id'
  | 'bolt_project_id'
  | 'project_name'
  | 'project_description'
  | 'github_repo_owner'
  | 'github_repo_name'
  | 'github_branch'
  | 'is_private'
  | 'former_repo_url'
  | 'last_sync_at'
  | 'created_at'
> & {
  /** Its board, with tasks and members. */
  project: { id: string } | null
}

export const LINK_COLUMNS =
  'id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name, github_branch, is_private, former_repo_url, last_sync_at, created_at, project:projects(id)'

/** Specification, section 9. */
const RECENT = 5

export const RECENT_ADDRESS = rowsAddress('rpc/get_linked_projects', {
  select: LINK_COLUMNS,
  order: 'last_sync_at.desc.nullslast,created_at.desc',
  limit: String(RECENT),
})

export const recentProjectsQuery = queryOptions({
  queryKey: [...linkedProjectsKey, 'recent'],
  queryFn: () => readRows<LinkedProject>(RECENT_ADDRESS),
  // Specification, section 9.
  staleTime: 10 * MINUTE,
  gcTime: 30 * MINUTE,
  meta: staleBy(MEMBER_TOPIC, 'projects', 'sync'),
})
