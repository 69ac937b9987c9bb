import type { PortalPage } from '@app/contract/billing-words'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { portalAddress, refreshSubscription, reloadBilling } from '#api/billing/billing-actions.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { useMember } from '#api/session/session.ts'

/** Stored for this tab: a member who returns may have changed something at the provider. */
const VISITED = 'gitferry:billing-portal'

/** Opens a page of the payment provider. */
export function useOpenPortal() {
  const { id: userId } = useMember()

  return async ({ id }: Pick<Subscription, 'id'>, place: PortalPage): Promise<void> => {
    const address = await portalAddress(id, userId, place)
    sessionStorage.setItem(VISITED, 'yes')
    location.assign(address)
  }
}

/** After such a visit the server asks the provider, because a webhook may be slower than the member. */
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
      // If that fails, the page shows the server's state and updates at the next visit.
      await refreshSubscription({}).catch(() => null)
      await reloadBilling(client, userId)
    }
  }, [client, userId])
}
