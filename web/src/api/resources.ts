import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'

const MINUTE = 60_000
const SHOWN = 4

/** Videos, documents and support links, in the order set by the admins. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: async () => {
    const { data } = await dataApi()
      .from('resources')
      .select('id, title_en, title_es, url, category:resource_categories!inner(sort_order)')
      .eq('is_active', true)
      .order('category(sort_order)')
      .order('sort_order')
      .limit(SHOWN)
      .throwOnError()

    return data
  },
  staleTime: 30 * MINUTE,
})
