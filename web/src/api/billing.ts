import type { Plan } from '@app/contract/public-content'
import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'
import { currentOf, type Subscription } from './subscription.ts'

const MINUTE = 60_000

/** Specification, section 9: current subscription and status. */
const SUBSCRIPTION_TIMES = { staleTime: 10 * MINUTE, gcTime: 30 * MINUTE }

/** Plans for sale, the cheapest first. */
export const plansQuery = queryOptions({
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

/** The member's newest subscription that gives access, else the newest; null without any. */
export const currentSubscriptionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'subscription', userId],
    queryFn: async (): Promise<Subscription | null> => {
      const { data } = await dataApi()
        .from('subscriptions')
        .select(
          'id, status, pause_mode, current_period_end, trial_ends_at, renews_at, ends_at, created_at, plan:plans(id, name, price, currency, interval)',
        )
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()

      return currentOf(data, new Date())
    },
    ...SUBSCRIPTION_TIMES,
  })

export type SubscriptionStatus = {
  /** `active` whenever it gives access, whatever the provider calls it. */
  subscription_status: string
  plan_name: string | null
  current_period_end: string | null
}

/** The answer that the extension gets too; null without any subscription. */
export const subscriptionStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'status', userId],
    queryFn: async (): Promise<SubscriptionStatus | null> => {
      const { data } = await dataApi()
        .rpc('get_subscription_status', { input_user_id: userId })
        .throwOnError()

      return data[0] ?? null
    },
    ...SUBSCRIPTION_TIMES,
  })

export type Invoice = Pick<
  Database['public']['Tables']['transactions']['Row'],
  'id' | 'amount' | 'currency' | 'status' | 'invoice_url' | 'created_at'
>

export const invoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'invoices', userId],
    queryFn: async (): Promise<Invoice[]> => {
      const { data } = await dataApi()
        .from('transactions')
        .select('id, amount, currency, status, invoice_url, created_at')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .throwOnError()

      return data
    },
  })
