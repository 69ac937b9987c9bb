import { PaymentTrouble } from '#features/billing/payment-trouble.tsx'
import { usePastedAddress } from '#features/linked-projects/use-pasted-address.ts'
import { NOTICES_ID } from '#features/site/site-frame.tsx'
import { LivePushes } from '#features/sync-state/live-pushes.tsx'

/** Components that run beside every member screen. */
export function BackgroundParts() {
  usePastedAddress()
  const place = document.getElementById(NOTICES_ID)

  return (
    <>
      <LivePushes />
      {place && <PaymentTrouble place={place} />}
    </>
  )
}
