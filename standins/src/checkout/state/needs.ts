import type { Needs } from '#runtime/declaration.ts'
import type { CheckoutMemory } from './memory.ts'
import type { CheckoutState, Price, Variant } from './objects.ts'

export type CheckoutNeeds = Needs<CheckoutMemory>

/** Finds what another object refers to; a missing one is a bug of the stand-in. */
export function known<T extends { id: number }>(list: readonly T[], id: number): T {
  const found = list.find((one) => one.id === id)
  if (!found) throw new Error(`no object ${id}`)
  return found
}

/** The price at which a variant is sold now. */
export function currentPrice({ prices }: CheckoutState, { id }: Variant): Price {
  const newest = prices.findLast((one) => one.variantId === id)
  if (!newest) throw new Error(`variant ${id} has no price`)
  return newest
}
