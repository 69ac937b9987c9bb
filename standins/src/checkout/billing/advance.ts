import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { catchUp } from './act.ts'

/** Moves the shared clock to just after this time, and plays the steps until then. */
export async function advanceTo(needs: CheckoutNeeds, at: number): Promise<void> {
  const missing = at - needs.clock.now()
  if (missing >= 0) await needs.clock.shift(needs.clock.offsetMs + missing + 1_000)
  await catchUp(needs)
}
