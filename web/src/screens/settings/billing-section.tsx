import { InvoicesCard } from '#features/billing/invoices-card.tsx'
import { SubscriptionCard } from '#features/billing/subscription-card.tsx'

export function BillingSection() {
  return (
    <>
      <SubscriptionCard />
      <InvoicesCard />
    </>
  )
}
