import type { Schema } from '#data-api/schema-cache/schema.ts'

/** Of keys and statements. With its plan, a character takes some thirty bytes. */
const MOST_CHARACTERS = 1024 * 1024
const LONGEST_KEY = 8192

/**
 * Plans of requests that come again. They belong to the schema they were made with, so that a change
 * of the database forgets them all.
 */
export function planMemo<Plan>() {
  const plans = new Map<string, Plan>()
  let madeFor: Schema | undefined
  let characters = 0

  const forgetAll = () => {
    plans.clear()
    characters = 0
  }
  /** Counts what a plan has grown by since it was made. */
  const grown = (by: number) => {
    characters += by
    // All at once: to keep the oldest in order would cost every request more than this costs one in a thousand.
    if (characters > MOST_CHARACTERS) forgetAll()
  }
  const find = (schema: Schema, key: string, plan: () => Plan): Plan => {
    if (madeFor !== schema) forgetAll()
    madeFor = schema
    const known = plans.get(key)
    if (known !== undefined) return known

    const made = plan()
    if (key.length > LONGEST_KEY) return made
    grown(key.length)
    plans.set(key, made)
    return made
  }

  return { find, grown }
}

export type PlanMemo<Plan> = ReturnType<typeof planMemo<Plan>>
