import { queryOptions } from '@tanstack/react-query'
import { callDatabase } from '#api/calls/read-rows.ts'

const MINUTE = 60_000

export type SubscriptionStatus = {
  /** `active` if it gives access, regardless of the provider's status. */
  subscription_status: string
  plan_name: string | null
  current_period_end: string | null
}

/** The same reply that the extension gets; null without a subscription. */
export const subscriptionStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'status', userId],
    queryFn: async (): Promise<SubscriptionStatus | null> => {
      const [status] = await callDatabase('get_subscription_status', { input_user_id: userId })

      return status ?? null
    },
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    gcTime: 30 * MINUTE,
  })
