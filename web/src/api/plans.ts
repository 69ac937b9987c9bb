import type { Plan } from '@app/contract/public-content'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { usePublicContent } from '#config/public-content.tsx'
import { dataApi } from './data-api.ts'

const MINUTE = 60_000

/** Plans for sale, the cheapest first. */
const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: async (): Promise<Plan[]> => {
    const { data } = await dataApi()
      .from('plans')
      .select('id, name, description, price, currency, interval, features, lemon_squeezy_id')
      .eq('is_active', true)
      .order('price')
      .throwOnError()

    return data
  },
  // Specification, section 9.
  staleTime: 30 * MINUTE,
  gcTime: 60 * MINUTE,
})

/** Never empty: the plans that were sent with the page count as loaded when it was sent. */
export function usePlans(): Plan[] {
  const { plans } = usePublicContent()
  const { data } = useQuery({
    ...plansQuery,
    initialData: plans,
    initialDataUpdatedAt: performance.timeOrigin,
  })

  return data
}
