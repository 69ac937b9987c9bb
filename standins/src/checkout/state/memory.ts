import type { Needs } from '#runtime/declaration.ts'
import type { Place } from '#runtime/place.ts'
import { openDeliveries } from './deliveries.ts'
import { firstState } from './first-state.ts'
import type { CheckoutState, Price, Variant } from './objects.ts'

export type CheckoutNeeds = Needs<Awaited<ReturnType<typeof openCheckoutMemory>>>

/** With `isDemo` the product's demo member has a subscription from the beginning. */
export async function openCheckoutMemory(place: Place, isDemo: boolean) {
  const shop = place.open<CheckoutState>('checkout.json', (before) =>
    firstState(place.clock.now(), isDemo, before?.nextId),
  )
  // The demo's dates are those of the first start, so they are stored then.
  await shop.change(() => undefined)

  return { shop, deliveries: openDeliveries(place) }
}

/** Finds what another object refers to; a missing one is a bug of the stand-in. */
export function known<T extends { id: number }>(list: readonly T[], id: number): T {
  const found = list.find((one) => one.id === id)
  if (!found) throw new Error(`no object ${id}`)
  return found
}

/** The object that a path names, if there is one. */
export const byId = <T extends { id: number | string }>(list: readonly T[], id?: string) =>
  list.find((one) => String(one.id) === id)

/** The price at which a variant is sold now. */
export function currentPrice({ prices }: CheckoutState, { id }: Variant): Price {
  const newest = prices.findLast((one) => one.variantId === id)
  if (!newest) throw new Error(`variant ${id} has no price`)
  return newest
}
