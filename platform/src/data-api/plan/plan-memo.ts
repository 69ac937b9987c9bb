import { BoundedCache, byLength } from '#cache/bounded-cache.ts'
import type { Schema } from '#data-api/schema-cache/schema.ts'

/** Limits the characters of keys and statements together. Including its plan, each character takes about thirty bytes. */
const MOST_CHARACTERS = 1024 * 1024
const LONGEST_KEY = 8192

/** Plans of repeated requests. Plans belong to one schema, so a schema change clears them. */
export function planMemo<Plan>() {
  const plans = new BoundedCache<Plan>({
    most: MOST_CHARACTERS,
    weigh: byLength,
    longestKey: LONGEST_KEY,
    whenFull: 'clear',
  })
  let madeFor: Schema | undefined

  return {
    find: (schema: Schema, key: string, plan: () => Plan): Plan => {
      if (madeFor !== schema) plans.clear()
      madeFor = schema
      const known = plans.get(key)
      if (known !== undefined) return known

      const made = plan()
      plans.set(key, made)
      return made
    },
    /** Adds the growth of a plan since it was cached. */
    grown: (by: number) => plans.grow(by),
  }
}

export type PlanMemo<Plan> = ReturnType<typeof planMemo<Plan>>
