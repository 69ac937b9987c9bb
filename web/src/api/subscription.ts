import type { Database } from '@app/contract/rows'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'

const MINUTE = 60_000

type Row = Database['public']['Tables']['subscriptions']['Row']
type PlanRow = Database['public']['Tables']['plans']['Row']

/** A subscription with its plan. The plan is shown in our own words; its name is the table's. */
export type Subscription = Pick<
  Row,
  | 'id'
  | 'status'
  | 'pause_mode'
  | 'current_period_end'
  | 'trial_ends_at'
  | 'renews_at'
  | 'ends_at'
  | 'created_at'
> & { plan: Pick<PlanRow, 'id' | 'name' | 'price' | 'currency' | 'interval'> | null }

/** By the provider's rules: a cancelled subscription is paid for until its end, and a late payment has a grace period. */
export function givesAccess(
  { status, ends_at, pause_mode }: Pick<Row, 'status' | 'ends_at' | 'pause_mode'>,
  now: Date,
): boolean {
  if (status === 'cancelled') return ends_at !== null && new Date(ends_at) > now
  if (status === 'paused') return pause_mode === 'free'

  return ['on_trial', 'active', 'past_due'].includes(status)
}

/** The newest subscription with access, else the newest. Takes all of a member, newest first. */
export function currentOf(subscriptions: Subscription[], now: Date): Subscription | null {
  return subscriptions.find((one) => givesAccess(one, now)) ?? subscriptions[0] ?? null
}

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
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    gcTime: 30 * MINUTE,
  })
