import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import { LINK_COLUMNS, type LinkedProject } from './linked-project.ts'

const MINUTE = 60_000

/** Specification, section 9. */
const RECENT = 5

export const recentProjectsQuery = queryOptions({
  queryKey: ['linked-projects', 'recent'],
  queryFn: async (): Promise<LinkedProject[]> => {
    const { data } = await dataApi()
      .from('bolt_projects')
      .select(LINK_COLUMNS)
      .order('last_sync_at', { ascending: false, nullsFirst: false })
      .order('created_at', { ascending: false })
      .limit(RECENT)
      .overrideTypes<LinkedProject[], { merge: false }>()
      .throwOnError()

    return data
  },
  // Specification, section 9.
  staleTime: 10 * MINUTE,
  gcTime: 30 * MINUTE,
})
