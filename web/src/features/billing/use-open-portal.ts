import type { PortalPlace } from '@app/contract/billing-words'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { portalAddress, refreshSubscription, reloadBilling } from '#api/billing/billing-actions.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { useMember } from '#api/session/session.ts'

/** Of this tab: somebody who comes back from the provider may have changed something there. */
const VISITED = 'gitferry:billing-portal'

/** Leads to a page of the payment provider. */
export function useOpenPortal() {
  const { id: userId } = useMember()

  return async ({ id }: Pick<Subscription, 'id'>, place: PortalPlace): Promise<void> => {
    const address = await portalAddress(id, userId, place)
    sessionStorage.setItem(VISITED, 'yes')
    location.assign(address)
  }
}

/** After such a visit the server asks the provider: a webhook may be slower than the way back. */
export function useRefreshAfterPortal(): void {
  const client = useQueryClient()
  const { id: userId } = useMember()

  useEffect(() => {
    void refresh()
    addEventListener('pageshow', refresh)
    return () => removeEventListener('pageshow', refresh)

    async function refresh() {
      if (!sessionStorage.getItem(VISITED)) return
      sessionStorage.removeItem(VISITED)
      // Where it fails, the page shows what the server knows, and learns the rest at the next visit.
      await refreshSubscription({}).catch(() => null)
      await reloadBilling(client, userId)
    }
  }, [client, userId])
}
