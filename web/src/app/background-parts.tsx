import { hasUnsaved, watchUnsaved } from '@app/ui/unsaved-marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { takePasswordMark } from '#api/sign-in/sign-in.ts'
import { PASSKEY_OFFERED, readStored } from '#browser/storage.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { PaymentTrouble } from '#features/billing/payment-trouble.tsx'
import { usePastedAddress } from '#features/linked-projects/use-pasted-address.ts'
import { NOTICES_ID } from '#features/site/site-frame.tsx'
import { LivePushes } from '#features/sync-state/live-pushes.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

const PasskeyOffer = onDemand(async () => {
  const [{ PasskeyOffer }] = await Promise.all([
    import('#features/security/passkey-offer.tsx'),
    loadNamespaces(['settings']),
  ])
  return PasskeyOffer
})

/** Components that run beside every member screen. */
export function BackgroundParts() {
  usePastedAddress()
  useHints()
  const isOfferDue = useDueOffer()
  const place = document.getElementById(NOTICES_ID)

  return (
    <>
      <LivePushes />
      {place && <PaymentTrouble place={place} />}
      {isOfferDue && <PasskeyOffer />}
    </>
  )
}

/** The server's hints at changes. Without them the page polls. */
function useHints(): void {
  const client = useQueryClient()
  const { realtime } = usePublicConfig()

  useEffect(() => {
    if (!realtime || !('WebSocket' in globalThis)) return
    let stop = () => {}
    let isOver = false
    void start()

    return () => {
      isOver = true
      stop()
    }

    async function start() {
      try {
        const { startLive } = await import('#api/live/live.ts')
        if (!isOver) stop = startLive(client, { has: hasUnsaved, watch: watchUnsaved })
      } catch {
        // The next page tries again.
      }
    }
  }, [client, realtime])
}

/** Whether the member typed a password and this device has not been offered a passkey. */
function useDueOffer(): boolean {
  const { passkeys } = usePublicConfig()
  const [isDue] = useState(
    () =>
      takePasswordMark() &&
      passkeys !== null &&
      'PublicKeyCredential' in globalThis &&
      readStored(PASSKEY_OFFERED) === null,
  )

  return isDue
}
