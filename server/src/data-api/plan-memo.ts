import type { Schema } from './schema-cache/schema.ts'

const MOST_PLANS = 1000
const LONGEST_KEY = 8192

/**
 * Plans of requests that come again. They belong to the schema they were made with, so that a change
 * of the database forgets them all.
 */
export function planMemo<Plan>() {
  const plans = new Map<string, Plan>()
  let madeFor: Schema | undefined

  return (schema: Schema, key: string, plan: () => Plan): Plan => {
    if (madeFor !== schema) plans.clear()
    madeFor = schema
    const known = plans.get(key)
    if (known !== undefined) return known

    const made = plan()
    if (key.length > LONGEST_KEY) return made
    // All at once: to keep the oldest in order would cost every request more than this costs one in a thousand.
    if (plans.size === MOST_PLANS) plans.clear()
    plans.set(key, made)
    return made
  }
}

export type PlanMemo<Plan> = ReturnType<typeof planMemo<Plan>>
