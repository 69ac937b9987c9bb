import { fullName, type RepositoryName } from '@app/contract/repository-name'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { quotedPattern, searchFilter } from '#api/calls/search-filter.ts'
import { projectListKey } from './project-keys.ts'
import type { ProjectStatus, Role } from './projects.ts'

export const PAGE_SIZE = 20

export const rangeOf = (page: number): [number, number] => [
  (page - 1) * PAGE_SIZE,
  page * PAGE_SIZE - 1,
]

export const PROJECT_SORTS = ['synced', 'newest', 'name'] as const

export type ProjectSort = (typeof PROJECT_SORTS)[number]

const ORDER: Record<ProjectSort, { column: string; ascending: boolean }> = {
  synced: { column: 'last_sync_at', ascending: false },
  newest: { column: 'created_at', ascending: false },
  name: { column: 'name', ascending: true },
}

/** `linked` are the member's own; `removed` are links that can be restored, and in no other filter. */
export const PROJECT_FILTERS = ['all', 'linked', 'shared', 'removed'] as const

export type ProjectFilter = (typeof PROJECT_FILTERS)[number]

/** A project of the member's, linked or not, or one that others share with them. */
export type ListedProject = {
  /** Null for what was removed: it has no page. */
  project_id: string | null
  /** Null without a link, and where the link is another member's. */
  link_id: string | null
  name: string
  description: string | null
  status: ProjectStatus | null
  role: Role
  /** Of a project that is shared with the member. */
  owner_name: string | null
  bolt_project_id: string | null
  github_repo_owner: string | null
  github_repo_name: string | null
  github_branch: string | null
  is_private: boolean | null
  former_repo_url: string | null
  last_sync_at: string | null
  removed_at: string | null
}

const COLUMNS =
  'project_id, link_id, name, description, status, role, owner_name, bolt_project_id, github_repo_owner, github_repo_name, github_branch, is_private, former_repo_url, last_sync_at, removed_at'

type ProjectPage = { projects: ListedProject[] /** On all pages together. */; total: number }

/** Filtered, searched, sorted and counted by the server, so the page costs the same with a thousand projects. */
export const projectListQuery = (view: {
  words: string
  show: ProjectFilter
  sort: ProjectSort
  page: number
}) =>
  queryOptions({
    queryKey: [...projectListKey, view.show, view.words, view.sort, view.page],
    queryFn: async (): Promise<ProjectPage> => {
      const { column, ascending } = ORDER[view.sort]
      const shown = listed(view.show)
      const found = view.words ? shown.or(searchFilter(view.words)) : shown

      const { data, count, error } = await found
        .order(column, { ascending, nullsFirst: false })
        // Equal names and times need an order too, or a project could be on two pages.
        .order('created_at', { ascending: false })
        .order('project_id')
        .order('link_id')
        .range(...rangeOf(view.page))
        .overrideTypes<ListedProject[], { merge: false }>()

      // Behind the last page: projects were removed meanwhile, or the number was typed into the address.
      if (error?.code === 'PGRST103') return { projects: [], total: 0 }
      if (error) throw error
      return { projects: data ?? [], total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

/** A project of the member's that this repository or this id of the builder is linked to, or null. */
export async function findByAddress(address: {
  repository: RepositoryName | null
  builderId: string | null
}): Promise<{ project_id: string; name: string } | null> {
  const { repository, builderId } = address
  const same = repository
    ? `repository.ilike.${quotedPattern(fullName(repository))}`
    : `bolt_project_id.eq.${builderId}`
  const { data } = await dataApi()
    .rpc('get_my_projects', {})
    .select('project_id, name')
    .is('removed_at', null)
    .or(same)
    .limit(1)
    .throwOnError()

  return data[0] ?? null
}

function listed(show: ProjectFilter) {
  const all = dataApi().rpc('get_my_projects', {}, { count: 'exact' }).select(COLUMNS)
  if (show === 'removed') return all.not('removed_at', 'is', null)

  const present = all.is('removed_at', null)
  if (show === 'linked') return present.not('link_id', 'is', null)
  if (show === 'shared') return present.neq('role', 'owner')
  return present
}
