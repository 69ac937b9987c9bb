import { theServer } from '@app/platform/db/database.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { type Billing, providerOf } from './billing.ts'
import { orUnavailable } from './errors.ts'
import { isOurs } from './is-ours.ts'
import { storePayment } from './store-payment.ts'
import { type Stored, storeSubscription, UnknownVariant } from './store-subscription.ts'

type Needs = Pick<Billing, 'db' | 'clock' | 'outbox'>

/** Checks one subscription and its payments at the provider. Returns true if something had changed. */
export async function checkSubscription(
  needs: Needs,
  provider: LemonSqueezy,
  id: string,
): Promise<boolean> {
  const now = await provider.subscription(id)
  if (!now || !isOurs(provider, now.attributes)) return false

  const stored = await storeChecked(needs, now)
  const hasPaid = stored !== 'nobody' && (await checkPayments(needs, provider, id))
  return stored === 'changed' || hasPaid
}

/** For an admin, who can correct the plans. */
export async function checkNow(
  billing: Billing,
  id: string,
): Promise<'changed' | 'same' | 'unknown_variant'> {
  try {
    const hasChanged = await orUnavailable(checkSubscription(billing, providerOf(billing), id))
    return hasChanged ? 'changed' : 'same'
  } catch (error) {
    if (error instanceof UnknownVariant) return 'unknown_variant'
    throw error
  }
}

export const storeChecked = (
  { db, ...needs }: Needs,
  subscription: ProviderSubscription,
  userId?: string,
): Promise<Stored> =>
  db.as(theServer, (sql) =>
    storeSubscription(needs, sql, {
      subscription,
      ...(userId !== undefined && { userId }),
    }),
  )

async function checkPayments(
  { db, ...needs }: Needs,
  provider: LemonSqueezy,
  id: string,
): Promise<boolean> {
  let hasChanged = false

  for await (const page of provider.invoices(id)) {
    // Oldest first, so that the first payment is stored before later ones.
    for (const invoice of page.toReversed()) {
      const stored = await db.as(theServer, (sql) => storePayment(needs, sql, { invoice }))
      hasChanged ||= stored === 'changed'
    }
  }
  return hasChanged
}
