import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import { LINK_COLUMNS, type LinkedProject } from './linked-project.ts'
import { searchFilter } from './search-filter.ts'
import { type ProjectsView, rangeOf, type Sort } from './view.ts'

export type ProjectPage = { projects: LinkedProject[] /** On all pages together. */; total: number }

const ORDER: Record<Sort, { column: string; ascending: boolean }> = {
  newest: { column: 'created_at', ascending: false },
  synced: { column: 'last_sync_at', ascending: false },
  name: { column: 'project_name', ascending: true },
}

/** One page, searched, sorted and counted by the server: ten thousand projects cost no more than twenty. */
export const linkedProjectsQuery = ({ words, sort, page }: ProjectsView) =>
  queryOptions({
    queryKey: ['linked-projects', 'list', words, sort, page],
    queryFn: async (): Promise<ProjectPage> => {
      const { column, ascending } = ORDER[sort]
      const all = dataApi().from('bolt_projects').select(LINK_COLUMNS, { count: 'exact' })
      const found = words ? all.or(searchFilter(words)) : all

      return pageOf(
        await found
          .order(column, { ascending, nullsFirst: false })
          // Equal names and times need an order too, or a project could be on two pages.
          .order('id')
          .range(...rangeOf(page))
          .overrideTypes<LinkedProject[], { merge: false }>(),
      )
    },
    placeholderData: keepPreviousData,
  })

/** The latest first, as the function has them. */
export const unlinkedProjectsQuery = (page: number) =>
  queryOptions({
    queryKey: ['linked-projects', 'unlinked', page],
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
  // The page lies behind the last one: somebody has unlinked, or wrote the number by hand.
  if (error?.code === 'PGRST103') return { projects: [], total: 0 }
  if (error) throw error

  return { projects: data ?? [], total: count ?? 0 }
}
