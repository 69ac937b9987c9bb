import type { CancelSubscriptionBody } from '@app/contract/billing'
import {
  billingPortalReply,
  createCheckoutReply,
  planChangeEstimate,
  type RepliedSubscription,
  refreshSubscriptionReply,
  subscriptionReply,
} from '@app/contract/billing-replies'
import type { PortalPage } from '@app/contract/billing-words'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { useMember } from '#api/session/session.ts'
import { invoicesQuery } from './invoices.ts'
import { type Subscription, subscriptionsQuery } from './subscription.ts'
import { type SubscriptionStatus, subscriptionStatusQuery } from './subscription-status.ts'

/** The URL of the provider's page for paying for a plan. */
export async function createCheckout(planId: string): Promise<string> {
  const reply = await callFunction('create-checkout', createCheckoutReply, { body: { planId } })

  return reply.checkoutUrl
}

/** A URL at the provider, valid for one day: requested on every click. */
export async function portalAddress(
  subscriptionId: string,
  userId: string,
  place: PortalPage,
): Promise<string> {
  const body = { subscriptionId, userId, place }

  return (await callFunction('billing-portal', billingPortalReply, { body })).url
}

/**
 * Makes the server fetch the provider's state, in case a webhook was lost. The order comes from the return URL.
 */
export async function refreshSubscription(order: {
  orderId?: string | null
  orderIdentifier?: string | null
}): Promise<SubscriptionStatus | null> {
  return (await callFunction('refresh-subscription', refreshSubscriptionReply, { body: order }))
    .status
}

export const planChangeQuery = (subscriptionId: string, userId: string, planId: string) =>
  queryOptions({
    queryKey: ['billing', 'plan-change', subscriptionId, planId],
    queryFn: () =>
      callFunction('change-plan', planChangeEstimate, {
        body: { subscriptionId, userId, planId, preview: true },
      }),
    // The credit decreases every hour.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const useCancelSubscription = () =>
  useSubscriptionCall<Pick<CancelSubscriptionBody, 'subscriptionId' | 'reason' | 'comment'>>(
    'cancel-subscription',
  )

export const useResumeSubscription = () =>
  useSubscriptionCall<{ subscriptionId: string }>('resume-subscription')

export const useChangePlan = () =>
  useSubscriptionCall<{ subscriptionId: string; planId: string }>('change-plan', awaitInvoice)

/** The payment's webhook arrives after the change, and a job processes it. */
const INVOICE_CHECKS_MS = [2000, 3000, 5000, 10_000, 20_000, 40_000, 60_000]

/** Reloads the invoices until a new one appears, for at most two minutes. */
export async function awaitInvoice(client: QueryClient, userId: string): Promise<void> {
  const query = { ...invoicesQuery(userId), staleTime: 0, retry: false as const }
  const load = () => client.fetchQuery(query).catch(() => [])
  const before = client.getQueryData(query.queryKey) ?? (await load())
  const known = new Set(before.map(({ id }) => id))

  for (const waitMs of INVOICE_CHECKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if ((await load()).some(({ id }) => !known.has(id))) break
  }
  await reloadBilling(client, userId)
}

/** Shows the server's reply immediately, then reloads all billing data. */
function useSubscriptionCall<Call extends { subscriptionId: string }>(
  name: string,
  afterwards: (client: QueryClient, userId: string) => Promise<void> = async () => {},
) {
  const client = useQueryClient()
  const { id: userId } = useMember()

  return useMutation({
    mutationFn: async (call: Call) => {
      const body = { ...call, userId }

      return (await callFunction(name, subscriptionReply, { body })).subscription
    },
    onSuccess: (subscription) => {
      client.setQueryData(subscriptionsQuery(userId).queryKey, (known) =>
        known?.map((one) => (one.id === subscription.id ? merged(one, subscription) : one)),
      )
      void afterwards(client, userId)
    },
    onSettled: () => void reloadBilling(client, userId),
  })
}

/** The reply does not contain the access; the next load does. */
const merged = (known: Subscription, replied: RepliedSubscription): Subscription => ({
  ...known,
  ...replied,
})

/** Reloads all data that a change of plan may affect. */
export const reloadBilling = (client: QueryClient, userId: string) =>
  Promise.all(
    [subscriptionsQuery(userId), subscriptionStatusQuery(userId), invoicesQuery(userId)].map(
      ({ queryKey }) => client.invalidateQueries({ queryKey }),
    ),
  )
