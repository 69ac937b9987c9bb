import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
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

  // The two answers have different times: the later one may show Pro before the earlier one has the subscription.
  const isBehind =
    status.data?.subscription_status === 'active' &&
    !subscription.data?.has_access &&
    subscription.dataUpdatedAt < status.dataUpdatedAt
  const { refetch } = subscription
  useEffect(() => {
    if (isBehind) void refetch({ cancelRefetch: false })
  }, [isBehind, refetch])

  if (session.status === 'loading') return { kind: 'unknown' }
  if (!isMember) return { kind: 'visitor' }
  if (status.isError || subscription.isError) return { kind: 'failed', retry }
  if (status.isPending || subscription.isPending || isBehind) return { kind: 'unknown' }

  return currentPlanOf(status.data, subscription.data)

  function retry() {
    void status.refetch()
    void subscription.refetch()
  }
}
