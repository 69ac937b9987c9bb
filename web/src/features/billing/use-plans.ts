import type { Plan } from '@app/contract/public-content'
import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#api/plans.ts'
import { usePublicContent } from '#config/public-content.tsx'

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
