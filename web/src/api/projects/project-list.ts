import { fullName, type RepositoryName } from '@app/contract/repository-name'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { quotedPattern, searchFilter } from '#api/calls/search-filter.ts'
import { MEMBER_TOPIC, staleBy } from '#api/live/topics.ts'
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

/**
 * `linked` projects are the member's own; `removed` are restorable links, which no other filter includes.
 * `attention` shows those that the caller names.
 */
export const PROJECT_FILTERS = ['all', 'attention', 'linked', 'shared', 'removed'] as const

export type ProjectFilter = (typeof PROJECT_FILTERS)[number]

/** A project of the member, with or without a link, or one shared with them. */
export type ListedProject = {
  /** Null for a removed link, which has no page. */
  project_id: string | null
  /** Null without a link, or if another member owns it. */
  link_id: string | null
  name: string
  description: string | null
  status: ProjectStatus | null
  role: Role
  /** Set if the project is shared with the member. */
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
  /** The projects with a problem; null while that is unknown. */
  troubled: readonly string[] | null
}) =>
  queryOptions({
    queryKey: [
      ...projectListKey,
      view.show,
      view.words,
      view.sort,
      view.page,
      view.show === 'attention' ? view.troubled : null,
    ],
    enabled: view.show !== 'attention' || view.troubled !== null,
    queryFn: async (): Promise<ProjectPage> => {
      const { column, ascending } = ORDER[view.sort]
      const shown = listed(view.show, view.troubled ?? [])
      const found = view.words ? shown.or(searchFilter(view.words)) : shown

      const { data, count, error } = await found
        .order(column, { ascending, nullsFirst: false })
        // Equal names and times need a second order; otherwise a project could appear on two pages.
        .order('created_at', { ascending: false })
        .order('project_id')
        .order('link_id')
        .range(...rangeOf(view.page))
        .overrideTypes<ListedProject[], { merge: false }>()

      // Beyond the last page: projects were removed in the meantime, or the number was typed into the URL.
      if (error?.code === 'PGRST103') return { projects: [], total: 0 }
      if (error) throw error
      return { projects: data ?? [], total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
    meta: staleBy(MEMBER_TOPIC, 'projects', 'sync'),
  })

/** The member's project that is linked to this repository or builder id, or null. */
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

function listed(show: ProjectFilter, troubled: readonly string[]) {
  const all = dataApi().rpc('get_my_projects', {}, { count: 'exact' }).select(COLUMNS)
  if (show === 'removed') return all.not('removed_at', 'is', null)

  const present = all.is('removed_at', null)
  if (show === 'attention') return present.in('project_id', [...troubled])
  if (show === 'linked') return present.not('link_id', 'is', null)
  if (show === 'shared') return present.neq('role', 'owner')
  return present
}
