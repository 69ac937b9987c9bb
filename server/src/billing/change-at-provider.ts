import { theServer } from '@app/platform/db/database.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { LemonSqueezy, Refusal } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { type Billing, providerOf } from './billing.ts'
import { billingUnavailable, orUnavailable } from './errors.ts'
import { storeSubscription, UnknownVariant } from './store-subscription.ts'
import type { OwnSubscription } from './subscriptions-table.ts'

type Change = {
  ask(provider: LemonSqueezy, id: string): Promise<ProviderSubscription | Refusal>
  isFulfilled(subscription: ProviderSubscription): boolean
  /** The error to throw if the provider refuses because the subscription has ended. */
  hasEnded(): Error
}

/**
 * Changes a subscription at the provider and stores the answer. `unknown`: the provider has no such subscription. If the provider refuses
 * or its answer is lost, the current state is fetched.
 */
export async function changeAtProvider(
  billing: Billing,
  { lemon_squeezy_subscription_id: id }: OwnSubscription,
  change: Change,
): Promise<ProviderSubscription | 'unknown'> {
  const provider = providerOf(billing)
  const answer = await change.ask(provider, id).catch((error: unknown) => afterFailure(error))
  if (answer instanceof ProviderError) {
    const now = await orUnavailable(provider.subscription(id, { isShort: true }))
    if (now) await store(billing, now)
    if (now && change.isFulfilled(now)) return now
    throw billingUnavailable(answer)
  }
  if (answer === 'unknown') return answer
  if (answer === 'refused') return afterRefusal(billing, provider, id, change)

  await store(billing, answer)
  return answer
}

async function afterRefusal(
  billing: Billing,
  provider: LemonSqueezy,
  id: string,
  change: Change,
): Promise<ProviderSubscription | 'unknown'> {
  const now = await orUnavailable(provider.subscription(id))
  if (!now) return 'unknown'

  await store(billing, now)
  if (now.attributes.status === 'expired') throw change.hasEnded()
  if (!change.isFulfilled(now))
    throw billingUnavailable(new Error('The provider refused the change'))
  return now
}

/** Without an answer the outcome is unknown. A refusal by rate limit or key means that it certainly was not changed. */
function afterFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError && error.failure === 'unavailable') return error

  throw error instanceof ProviderError ? billingUnavailable(error) : error
}

/** Stored before the member gets an answer. The webhook repeats it. Misconfigured plans must not block members. */
export async function store(billing: Billing, subscription: ProviderSubscription): Promise<void> {
  try {
    await billing.db.as(theServer, (sql) => storeSubscription(billing, sql, { subscription }))
  } catch (err) {
    if (!(err instanceof UnknownVariant)) throw err
    billing.log.error({ err }, 'subscription not stored')
  }
}
