import type { CancelSubscriptionBody } from '@app/contract/billing'
import {
  billingPortalReply,
  createCheckoutReply,
  planChangeEstimate,
  type RepliedSubscription,
  refreshSubscriptionReply,
  subscriptionReply,
} from '@app/contract/billing-replies'
import type { PortalPlace } from '@app/contract/billing-words'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { useMember } from '#api/session/session.ts'
import { invoicesQuery } from './invoices.ts'
import { type Subscription, subscriptionsQuery } from './subscription.ts'
import { type SubscriptionStatus, subscriptionStatusQuery } from './subscription-status.ts'

/** The address of the provider's page where a plan is paid. */
export async function createCheckout(planId: string): Promise<string> {
  const reply = await callFunction('create-checkout', createCheckoutReply, { body: { planId } })

  return reply.checkoutUrl
}

/** An address at the provider, valid for a day: asked for on every click. */
export async function portalAddress(
  subscriptionId: string,
  userId: string,
  place: PortalPlace,
): Promise<string> {
  const body = { subscriptionId, userId, place }

  return (await callFunction('billing-portal', billingPortalReply, { body })).url
}

/** Lets the server ask the provider, in case nothing was told to it. The order is the one of the return address. */
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
    // The credit shrinks by the hour.
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

/** The provider tells of a payment after the change that it pays for; its webhook is processed by a job. */
const INVOICE_CHECKS_MS = [2000, 3000, 5000, 10_000, 20_000, 40_000, 60_000]

/** Loads the invoices until a new one is there, or for two minutes. */
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

/** What the server replies is shown at once; then everything about the plan is loaded again. */
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

/** The reply does not tell of access; the next load does. */
const merged = (known: Subscription, replied: RepliedSubscription): Subscription => ({
  ...known,
  ...replied,
})

/** Everything that a change of the plan may have changed. */
export const reloadBilling = (client: QueryClient, userId: string) =>
  Promise.all(
    [subscriptionsQuery(userId), subscriptionStatusQuery(userId), invoicesQuery(userId)].map(
      ({ queryKey }) => client.invalidateQueries({ queryKey }),
    ),
  )
