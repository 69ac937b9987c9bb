import type { AppError } from '#errors/app-error.ts'

/** A token bucket: its size and its refill rate. */
export type Limit = {
  burst: number
  perSecond: number
  /**
   * Servers may count uses in memory and charge them seconds later, so that each may exceed the limit by a portion. Never for guesses, codes
   * or mails, nor where a use costs much.
   */
  inPortions?: boolean
}

export type Refusal = (retryAfterS: number) => AppError

/** One of several buckets that are charged together. */
export type Take = Bucket & {
  /** Further parts of the bucket, used in this order where the first one is empty. */
  others?: readonly Bucket[]
  refusal?: Refusal
}

export type Bucket = {
  key: string
  limit: Limit
  /** Tokens that must remain, as a reserve for other callers. */
  keep?: number
}

/** SQL that selects the buckets to charge in the same round trip; its parameters are $1, $2 and so on. */
export type TakeChoice = {
  condition: Query
  whenTrue: readonly Take[]
  whenFalse: readonly Take[]
}

export type Query = { text: string; values: readonly unknown[] }

/** A limit multiplied by the configured factor; null if limits are disabled. */
export function scaledLimit(limit: Limit, factor: number): Limit | null {
  if (factor === 0) return null

  const { burst, perSecond } = limit
  return { ...limit, burst: Math.max(1, burst * factor), perSecond: perSecond * factor }
}
