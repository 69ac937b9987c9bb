import { BoundedCache, byLength } from '#cache/bounded-cache.ts'
import type { Schema } from '#data-api/schema-cache/schema.ts'

/** Of keys and statements. With its plan, a character takes some thirty bytes. */
const MOST_CHARACTERS = 1024 * 1024
const LONGEST_KEY = 8192

/** Plans of repeated requests. They belong to the schema they were made with, so a schema change clears them. */
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
    /** Counts what a plan has grown by since it was made. */
    grown: (by: number) => plans.grow(by),
  }
}

export type PlanMemo<Plan> = ReturnType<typeof planMemo<Plan>>
