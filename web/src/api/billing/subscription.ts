import type { Database } from '@app/contract/rows'
import { hasEnded, type SubscriptionStatusWord } from '@app/contract/subscription-states'
import { queryOptions } from '@tanstack/react-query'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'

const MINUTE = 60_000

type Row = Database['public']['Tables']['subscriptions']['Row']
type PlanRow = Database['public']['Tables']['plans']['Row']

/** A subscription with its plan. The UI shows our own texts for the plan; its name comes from the table. */
export type Subscription = Pick<
  Row,
  | 'id'
  | 'pause_mode'
  | 'pause_resumes_at'
  | 'trial_ends_at'
  | 'renews_at'
  | 'ends_at'
  | 'card_brand'
  | 'card_last_four'
  | 'payment_processor'
> & {
  status: SubscriptionStatusWord
  /** Whether it gives Pro access, by the server's clock. */
  has_access: boolean | null
  plan: Pick<PlanRow, 'id' | 'name' | 'price' | 'currency' | 'interval' | 'features'> | null
}

const COLUMNS =
  'id, status, pause_mode, pause_resumes_at, trial_ends_at, renews_at, ends_at, card_brand, card_last_four, payment_processor, has_access, plan:plans(id, name, price, currency, interval, features)'

/** All subscriptions of a member, newest first. */
export const subscriptionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['billing', 'subscriptions', userId],
    queryFn: async (): Promise<Subscription[]> => {
      const address = rowsAddress('subscriptions', {
        select: COLUMNS,
        user_id: `eq.${userId}`,
        order: 'created_at.desc',
      })

      return readRows<Subscription>(address)
    },
    // Specification, section 9.
    staleTime: 10 * MINUTE,
    gcTime: 30 * MINUTE,
  })

/** The newest subscription with access, else the newest; null if there is none. */
export const currentSubscriptionQuery = (userId: string) => ({
  ...subscriptionsQuery(userId),
  select: currentOf,
})

export const currentOf = (subscriptions: Subscription[]): Subscription | null =>
  subscriptions.find(({ has_access }) => has_access) ?? subscriptions[0] ?? null

/** It has ended, so another one can be bought. */
export const isEnded = ({ status, has_access }: Subscription): boolean =>
  hasEnded(status, has_access)
