import type { BillingPortalBody } from '@app/contract/billing'
import type { PortalPage } from '@app/contract/billing-words'
import type { Member } from '@app/platform/db/member.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { type Billing, providerOf } from './billing.ts'
import { store } from './change-at-provider.ts'
import { billingUnavailable, orUnavailable } from './errors.ts'
import { withOwnSubscription } from './with-own-subscription.ts'

/** A URL at the provider, signed for one day. It opens the member's account there, so it is never stored. */
export const openPortal = (
  billing: Billing,
  member: Member,
  body: BillingPortalBody,
): Promise<string> =>
  withOwnSubscription(billing, member, body, async ({ lemon_squeezy_subscription_id: id }) => {
    const now = await orUnavailable(providerOf(billing).subscription(id))
    if (now) await store(billing, now)
    const url = now && addressOf(now, body.place)
    if (!url) throw billingUnavailable(new Error('The provider has no page for this subscription'))

    return url
  })

function addressOf({ attributes: { urls } }: ProviderSubscription, place: PortalPage) {
  const wanted = {
    portal: urls?.customer_portal,
    payment_method: urls?.update_payment_method,
    plan: urls?.customer_portal_update_subscription,
  }[place]

  return wanted ?? urls?.customer_portal ?? null
}
