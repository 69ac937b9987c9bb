import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { refreshSubscription, reloadBilling } from '#api/billing/billing-actions.ts'
import {
  type SubscriptionStatus,
  subscriptionStatusQuery,
} from '#api/billing/subscription-status.ts'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { confirmPayment } from './confirm-payment.ts'

export type ReturnOutcome =
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'signed-out' }
  | { kind: 'active'; planName: string | null }
  | { kind: 'late'; again: () => void }

/** Polls until Pro is active, then updates the page without reloading. */
export function useCheckoutReturn(): ReturnOutcome {
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<SubscriptionStatus | 'late' | null>(null)
  const userId = session.status === 'member' ? session.id : null
  const isNew = parameters.get('checkout') === 'success'
  const orderId = filledIn(parameters.get('order_id'))
  const orderIdentifier = filledIn(parameters.get('order'))

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt starts from the beginning
  useEffect(() => {
    if (!userId) return
    const leaving = new AbortController()
    const status = { ...subscriptionStatusQuery(userId), staleTime: 0 }

    void confirmPayment({
      ask: () => client.fetchQuery(status),
      refresh: () => refreshSubscription({ orderId, orderIdentifier }),
      signal: leaving.signal,
    }).then((found) => {
      if (leaving.signal.aborted) return
      setResult(found ?? 'late')
      if (!found) return
      void reloadBilling(client, userId)
      if (isNew) void navigate(`${paths.upgrade}?checkout=active`, { replace: true })
    })
    return () => leaving.abort()
  }, [userId, attempt, client, navigate, isNew, orderId, orderIdentifier])

  if (session.status === 'loading') return { kind: isNew ? 'waiting' : 'none' }
  if (!userId) return { kind: 'signed-out' }
  if (result === null) return { kind: isNew ? 'waiting' : 'none' }
  if (result !== 'late') return { kind: 'active', planName: result.plan_name }
  // Opening this URL a month later must not report a payment.
  return isNew ? { kind: 'late', again } : { kind: 'none' }

  function again() {
    setResult(null)
    setAttempt(attempt + 1)
  }
}

/** The provider may leave its placeholders unreplaced. */
const filledIn = (value: string | null) => (value && !value.includes('[') ? value : null)
