import type { RepositoryName } from '@app/contract/repository-name'
import type { Database } from '@app/contract/rows'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'
import { linkedProjectsKey, refreshProjects } from './project-keys.ts'
import { LINK_COLUMNS, type LinkedProject } from './recent-projects.ts'
import { searchFilter } from './search-filter.ts'

type Row = Database['public']['Tables']['bolt_projects']['Row']

export const PAGE_SIZE = 20

export const rangeOf = (page: number): [number, number] => [
  (page - 1) * PAGE_SIZE,
  page * PAGE_SIZE - 1,
]

export const LINK_SORTS = ['newest', 'synced', 'name'] as const

export type LinkSort = (typeof LINK_SORTS)[number]

const ORDER: Record<LinkSort, { column: string; ascending: boolean }> = {
  newest: { column: 'created_at', ascending: false },
  synced: { column: 'last_sync_at', ascending: false },
  name: { column: 'project_name', ascending: true },
}

type ProjectPage = { projects: LinkedProject[] /** On all pages together. */; total: number }

/** Searched, sorted and counted by the server, so the cost does not grow with the number of links. */
export const linkedProjectsQuery = (view: { words: string; sort: LinkSort; page: number }) =>
  queryOptions({
    queryKey: [...linkedProjectsKey, 'list', view.words, view.sort, view.page],
    queryFn: async (): Promise<ProjectPage> => {
      const { column, ascending } = ORDER[view.sort]
      const all = dataApi().from('bolt_projects').select(LINK_COLUMNS, { count: 'exact' })
      const found = view.words ? all.or(searchFilter(view.words)) : all

      return pageOf(
        await found
          .order(column, { ascending, nullsFirst: false })
          // Equal names and times need an order too, or a project could be on two pages.
          .order('id')
          .range(...rangeOf(view.page))
          .overrideTypes<LinkedProject[], { merge: false }>(),
      )
    },
    placeholderData: keepPreviousData,
  })

/** The function sorts the latest first. */
export const unlinkedProjectsQuery = (page: number) =>
  queryOptions({
    queryKey: [...linkedProjectsKey, 'unlinked', page],
    queryFn: async (): Promise<ProjectPage> =>
      pageOf(
        await dataApi()
          .rpc('get_deleted_bolt_projects', {}, { count: 'exact' })
          .select(LINK_COLUMNS)
          .range(...rangeOf(page))
          .overrideTypes<LinkedProject[], { merge: false }>(),
      ),
    placeholderData: keepPreviousData,
  })

type Answer = {
  data: LinkedProject[] | null
  count: number | null
  error: { code: string } | null
}

function pageOf({ data, count, error }: Answer): ProjectPage {
  // Behind the last page: links were removed meanwhile, or the number was typed into the address.
  if (error?.code === 'PGRST103') return { projects: [], total: 0 }
  if (error) throw error

  return { projects: data ?? [], total: count ?? 0 }
}

type LinkColumns = Pick<
  Row,
  | 'project_name'
  | 'github_repo_owner'
  | 'github_repo_name'
  | 'github_repo_url'
  | 'github_branch'
  | 'is_private'
> & {
  /** The builder's id; without one the table makes one up. */
  bolt_project_id?: string
}

/** Links a new project if `project` is null. */
export const useSaveLink = (project: LinkedProject | null) =>
  useLinkMutation(async (columns: LinkColumns) => {
    const table = dataApi().from('bolt_projects')
    const write = project ? table.update(columns).eq('id', project.id) : table.insert(columns)
    await write.throwOnError()
  })

/** Points a link to another repository. The table derives the address from it. */
export const useMoveLink = () =>
  useLinkMutation(async ({ id, repository }: { id: string; repository: RepositoryName }) => {
    await dataApi()
      .from('bolt_projects')
      .update({ github_repo_owner: repository.owner, github_repo_name: repository.name })
      .eq('id', id)
      .throwOnError()
  })

export const useUnlinkProject = () =>
  useLinkMutation(async (id: string) => {
    await dataApi().from('bolt_projects').delete().eq('id', id).throwOnError()
  })

export const useRestoreLink = () =>
  useLinkMutation(async (id: string) => {
    await dataApi().rpc('restore_bolt_project', { input_project_id: id }).throwOnError()
  })

function useLinkMutation<Input>(mutationFn: (input: Input) => Promise<void>) {
  const client = useQueryClient()

  return useMutation({ mutationFn, onSuccess: () => refreshProjects(client) })
}
