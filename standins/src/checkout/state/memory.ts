import { join } from 'node:path'
import type { Clock } from '#runtime/clock.ts'
import { type Memory, openMemory, type Remembered } from '#runtime/memory.ts'
import { type Deliveries, openDeliveries } from './deliveries.ts'
import { firstState } from './first-state.ts'
import type { CheckoutState } from './objects.ts'

export type CheckoutMemory = Remembered & {
  shop: Memory<CheckoutState>
  deliveries: Deliveries
}

type Place = { folder: string; clock: Clock }

/** With `isDemo` the product's demo member has a subscription from the beginning. */
export async function openCheckoutMemory(
  { folder, clock }: Place,
  isDemo: boolean,
): Promise<CheckoutMemory> {
  const shop = openMemory<CheckoutState>(join(folder, 'checkout.json'), (before) =>
    firstState(clock.now(), isDemo, before?.nextId),
  )
  const deliveries = openDeliveries(folder)
  // The demo's dates are those of the first start, so they are stored then.
  await shop.change(() => undefined)

  return {
    shop,
    deliveries,
    async reset() {
      await Promise.all([shop.reset(), deliveries.reset()])
    },
    async close() {
      await deliveries.close()
      await shop.close()
    },
  }
}
