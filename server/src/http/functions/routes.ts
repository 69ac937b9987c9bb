import type { Clock } from '#clock/clock.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import { functionHost, type HostNeeds } from './host.ts'
import { newsletterSubscription } from './newsletter-subscription.ts'
import type { ServerFunction } from './server-function.ts'

/** All that any function needs; each names its own part. */
export type FunctionNeeds = { newsletter: Newsletter; clock: Clock }

/** Every server function, by the name it is called by. */
const FUNCTIONS: Record<string, ServerFunction<FunctionNeeds>> = {
  'newsletter-subscription': newsletterSubscription,
}

/** To be mounted at /functions/v1. */
export const functionRoutes = (needs: FunctionNeeds, host: HostNeeds) =>
  functionHost(FUNCTIONS, needs, host)
