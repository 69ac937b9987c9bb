import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'

const MINUTE = 60_000
const SHOWN = 4

type Resource = Pick<
  Database['public']['Tables']['resources']['Row'],
  'id' | 'title_en' | 'title_es' | 'url'
>

const ADDRESS = rowsAddress('resources', {
  select: 'id, title_en, title_es, url, category:resource_categories!inner(sort_order)',
  is_active: 'eq.true',
  order: 'category(sort_order).asc,sort_order.asc',
  limit: String(SHOWN),
})

/** Videos, documents and support links, in the order set by the admins. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: () => readRows<Resource>(ADDRESS),
  staleTime: 30 * MINUTE,
})
