import { InvoicesCard } from '#features/billing/invoices-card.tsx'
import { SubscriptionCard } from '#features/billing/subscription-card.tsx'
import { PlansLink } from './plans-link.tsx'

export function BillingSection() {
  return (
    <>
      <SubscriptionCard way={<PlansLink />} />
      <InvoicesCard />
    </>
  )
}
