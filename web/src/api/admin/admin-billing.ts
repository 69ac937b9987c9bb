import { adminDoneReply } from '@app/contract/admin'
import {
  type AdminBillingAction,
  type AdminBillingBody,
  adminPlansReply,
  checkPlansReply,
  checkReply,
  refundReply,
  type SubscribersFilter,
  subscriberGroups,
  subscriberReply,
  subscriberSorts,
  subscribersReply,
  unclaimedReply,
} from '@app/contract/admin-billing'
import { adminUsersReply } from '@app/contract/admin-users'
import { SUBSCRIPTION_STATUSES } from '@app/contract/subscription-states'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { plansQuery } from '#api/billing/plans.ts'
import { callAdmin, fetchAdminFile } from './admin-call.ts'

/** The first value of each filter is the default. */
export const SUBSCRIBER_FILTERS = {
  tab: ['subscribers', 'unclaimed', 'plans'],
  status: ['any', ...SUBSCRIPTION_STATUSES],
  group: ['any', ...subscriberGroups],
  sort: subscriberSorts,
} as const

export type SubscriberFilters = {
  status: (typeof SUBSCRIBER_FILTERS.status)[number]
  group: (typeof SUBSCRIBER_FILTERS.group)[number]
  sort: (typeof SUBSCRIBER_FILTERS.sort)[number]
  /** The id of a plan, or `any`. */
  plan: string
}

const key = ['admin', 'billing'] as const

/** The filter from the URL, in the server's format. */
export function filterOf(
  words: string,
  { status, group, sort, plan }: SubscriberFilters,
): SubscribersFilter {
  return {
    ...(words && { q: words }),
    ...(status !== 'any' && { status }),
    ...(group !== 'any' && { group }),
    ...(plan !== 'any' && { planId: plan }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** One page, with the total count. */
export const subscribersQuery = (filter: SubscribersFilter, after: string) =>
  queryOptions({
    queryKey: [...key, 'list', filter, after],
    queryFn: () => ask(subscribersReply, { action: 'list', ...filter, ...(after && { after }) }),
    placeholderData: keepPreviousData,
  })

export const exportSubscribers = (filter: SubscribersFilter): Promise<Blob> =>
  fetchAdminFile('admin-billing', { action: 'export', ...filter } satisfies AdminBillingBody)

export const subscriberQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: [...key, 'one', subscriptionId],
    queryFn: () => ask(subscriberReply, { action: 'get', subscriptionId }),
  })

export const unclaimedQuery = (after: string) =>
  queryOptions({
    queryKey: [...key, 'unclaimed', after],
    queryFn: () => ask(unclaimedReply, { action: 'unclaimed', ...(after && { after }) }),
    placeholderData: keepPreviousData,
  })

export const adminPlansQuery = queryOptions({
  queryKey: [...key, 'plans'],
  queryFn: async () => (await ask(adminPlansReply, { action: 'plans' })).plans,
})

/** Accounts to which a payment can be assigned. */
export const accountsQuery = (words: string) =>
  queryOptions({
    queryKey: [...key, 'accounts', words],
    queryFn: async () => {
      const body = { action: 'list', q: words }
      return (await callAdmin('admin-users', adminUsersReply, body)).items.slice(0, MOST_ACCOUNTS)
    },
    enabled: words !== '',
  })

const MOST_ACCOUNTS = 5

type Without<Name extends AdminBillingBody['action']> = Omit<AdminBillingAction<Name>, 'action'>

/** Without an id, all subscriptions are checked in the background. */
export const checkSubscription = (subscriptionId?: string) =>
  ask(checkReply, { action: 'check', ...(subscriptionId && { subscriptionId }) })

export const checkPlans = async () => (await ask(checkPlansReply, { action: 'check_plans' })).prices

export type PriceCheck = Awaited<ReturnType<typeof checkPlans>>[number]

export const endSubscription = (call: Without<'cancel'>) =>
  ask(adminDoneReply, { action: 'cancel', ...call })

export const resumeSubscription = (call: Without<'resume'>) =>
  ask(adminDoneReply, { action: 'resume', ...call })

export const refundPayment = (call: Without<'refund'>) =>
  ask(refundReply, { action: 'refund', ...call })

export const assignPayment = (call: Without<'assign'>) =>
  ask(adminDoneReply, { action: 'assign', ...call })

export const savePlan = (call: Without<'save_plan'>) =>
  ask(adminPlansReply, { action: 'save_plan', ...call })

/** Used after a change, also after a refused one, because the shown data may be outdated. */
export function useRefreshBilling() {
  const client = useQueryClient()

  return async (): Promise<void> => {
    void client.invalidateQueries({ queryKey: plansQuery.queryKey })
    await client.invalidateQueries({ queryKey: key })
  }
}

const ask = <Reply>(schema: { parse: (reply: unknown) => Reply }, body: AdminBillingBody) =>
  callAdmin('admin-billing', schema, body)
