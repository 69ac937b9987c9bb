import { meaningOf } from '@app/contract/subscription-states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { currentSubscriptionQuery } from '#api/billing/subscription.ts'
import { useMember } from '#api/session/session.ts'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

/** Stored for this tab. */
const DISMISSED = 'gitferry:payment-dismissed'

const PaymentBanner = onDemand(async () => {
  const [banner] = await Promise.all([import('./payment-banner.tsx'), loadNamespaces(['billing'])])
  return banner.PaymentBanner
})

/** Shows the banner in the space that the page reserves for it. Downloaded on demand, because few members need it. */
export function PaymentTrouble({ place }: { place: HTMLElement }) {
  const { data: subscription } = useQuery(currentSubscriptionQuery(useMember().id))
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED))
  const { id, status } = subscription ?? {}
  const key = `${id} ${status}`

  if (!subscription || !meaningOf(subscription.status).isLate || dismissed === key) {
    return null
  }

  return createPortal(
    <PaymentBanner
      subscription={subscription}
      onDismiss={() => {
        sessionStorage.setItem(DISMISSED, key)
        setDismissed(key)
      }}
    />,
    place,
  )
}
