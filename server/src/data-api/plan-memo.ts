import type { Schema } from './schema-cache/schema.ts'

const MOST_PLANS = 1000
const LONGEST_KEY = 8192

/**
 * Plans of requests that come again. They belong to the schema they were made with, so that a change
 * of the database forgets them all.
 */
export function planMemo<Plan>() {
  const bySchema = new WeakMap<Schema, Map<string, Plan>>()

  return (schema: Schema, key: string, plan: () => Plan): Plan => {
    const plans = bySchema.get(schema) ?? new Map<string, Plan>()
    bySchema.set(schema, plans)
    const known = plans.get(key)
    if (known !== undefined) {
      // The one that was not asked for longest stands first.
      plans.delete(key)
      plans.set(key, known)
      return known
    }

    const made = plan()
    if (key.length > LONGEST_KEY) return made
    for (const oldest of plans.keys()) {
      if (plans.size < MOST_PLANS) break
      plans.delete(oldest)
    }
    plans.set(key, made)
    return made
  }
}

export type PlanMemo<Plan> = ReturnType<typeof planMemo<Plan>>
