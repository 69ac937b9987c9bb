import type { Plan } from '@app/contract/public-content'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'
import { usePublicContent } from '#config/public-content.tsx'

const MINUTE = 60_000

const ADDRESS = rowsAddress('plans', {
  select: 'id, name, description, price, currency, interval, features, lemon_squeezy_id',
  is_active: 'eq.true',
  order: 'price.asc',
})

/** Plans for sale, the cheapest first. */
export const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: () => readRows<Plan>(ADDRESS),
  // Specification, section 9.
  staleTime: 30 * MINUTE,
  gcTime: 60 * MINUTE,
})

/** On back navigation a browser may show the old page without requesting a newer one. */
function sentAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')

  return Object(navigation).type === 'back_forward' ? 0 : performance.timeOrigin
}

/** Never empty: plans sent with the page count as loaded at its sending time. */
export function usePlans(): Plan[] {
  const { plans } = usePublicContent()
  const { data } = useQuery({
    ...plansQuery,
    initialData: plans,
    initialDataUpdatedAt: sentAt(),
  })

  return data
}
