import type { Installation } from '#github/installations/installations.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { HOUR_MS, MINUTE_MS } from '#runtime/clock.ts'
import type { Place } from '#runtime/place.ts'

/** Which limit a call counts against. */
export const RESOURCES = ['core', 'search'] as const
export type Resource = (typeof RESOURCES)[number]

/** Key for counting calls: for example all of a person's, whatever the token. */
export type Counted = { key: string; isAnonymous: boolean }

export const asPerson = ({ id }: Person): Counted => ({ key: `user ${id}`, isAnonymous: false })

/** A program that authenticates with its secret or JWT. */
export const asApplication = ({ clientId }: Registration): Counted => ({
  key: `application ${clientId}`,
  isAnonymous: false,
})

export const asInstallation = ({ id }: Installation): Counted => ({
  key: `installation ${id}`,
  isAnonymous: false,
})

export const asAddress = (address = 'unknown'): Counted => ({
  key: `address ${address}`,
  isAnonymous: true,
})

/** The window as GitHub shows it; `reset` in seconds. */
export type Rate = { limit: number; used: number; remaining: number; reset: number }

type Window = { startedAt: number; used: number }

const LIMITS: Record<Resource, { windowMs: number; signedIn: number; anonymous: number }> = {
  core: { windowMs: HOUR_MS, signedIn: 5000, anonymous: 60 },
  search: { windowMs: MINUTE_MS, signedIn: 30, anonymous: 10 },
}

export function openRates(place: Place) {
  const { clock } = place
  const memory = place.open('rates.json', () => ({ windows: {} as Record<string, Window> }))

  const windowOf = ({ key }: Counted, resource: Resource): Window => {
    const found = memory.state.windows[`${resource} ${key}`]
    const isOver = !found || clock.now() >= found.startedAt + LIMITS[resource].windowMs

    return isOver ? { startedAt: clock.now(), used: 0 } : found
  }

  return {
    current(who: Counted, resource: Resource): Rate {
      const { windowMs, signedIn, anonymous } = LIMITS[resource]
      const { startedAt, used } = windowOf(who, resource)
      const limit = who.isAnonymous ? anonymous : signedIn
      const reset = Math.ceil((startedAt + windowMs) / 1000)

      return { limit, used: Math.min(used, limit), remaining: Math.max(0, limit - used), reset }
    },
    /** Counts `calls` more; a negative number refunds them. */
    count: (who: Counted, resource: Resource, calls: number) =>
      memory.change(({ windows }) => {
        const window = windowOf(who, resource)
        windows[`${resource} ${who.key}`] = { ...window, used: Math.max(0, window.used + calls) }
      }),
  }
}
