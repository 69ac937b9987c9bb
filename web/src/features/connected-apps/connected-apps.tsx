import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { WhenNearViewport } from '@app/ui/when-near-viewport.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'

const WAITING = (
  <Card>
    <Skeleton className="h-40 w-full" />
  </Card>
)

const ConnectedAppsCard = onDemandInPlace(async () => {
  const [{ ConnectedAppsCard: Loaded }] = await Promise.all([
    import('./connected-apps-card.tsx'),
    loadNamespaces(['connectedApps']),
  ])
  return Loaded
}, WAITING)

/** The last card of a long page, so its code and texts wait until it is scrolled to. */
export function ConnectedApps() {
  const { flags } = usePublicConfig()

  if (!flags.OAUTH_SERVER) return null
  return (
    <WhenNearViewport placeholder={WAITING}>
      <ConnectedAppsCard />
    </WhenNearViewport>
  )
}
