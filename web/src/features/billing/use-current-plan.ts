import { useQuery } from '@tanstack/react-query'
import { currentSubscriptionQuery } from '#api/billing/subscription.ts'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { useSession } from '#api/session/session.ts'
import { type CurrentPlan, currentPlanOf } from './current-plan.ts'

export function useCurrentPlan(): CurrentPlan {
  const session = useSession()
  const isMember = session.status === 'member'
  const id = isMember ? session.id : ''
  const status = useQuery({ ...subscriptionStatusQuery(id), enabled: isMember })
  const subscription = useQuery({ ...currentSubscriptionQuery(id), enabled: isMember })

  if (session.status === 'loading') return { kind: 'unknown' }
  if (!isMember) return { kind: 'visitor' }
  if (status.isError || subscription.isError) return { kind: 'failed', retry }
  if (status.isPending || subscription.isPending) return { kind: 'unknown' }

  return currentPlanOf(status.data, subscription.data)

  function retry() {
    void status.refetch()
    void subscription.refetch()
  }
}
