import { usePastedAddress } from '#features/linked-projects/use-pasted-address.ts'
import { LivePushes } from '#features/sync-state/live-pushes.tsx'

/** What runs beside every screen of a member. */
export function BackgroundParts() {
  usePastedAddress()

  return <LivePushes />
}
