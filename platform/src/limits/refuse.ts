import { AppError } from '#errors/app-error.ts'
import type { Refusal } from './limit.ts'

/** Is told the key of each bucket that refuses somebody. */
export type OnRefused = (key: string) => void

/** The error of an empty bucket, with whole seconds to wait. */
export function refuse(
  refused: OnRefused,
  key: string,
  waitS: number,
  refusal: Refusal = overLimit,
): AppError {
  refused(key)
  return refusal(Math.max(1, Math.ceil(waitS)))
}

const overLimit = (retryAfterS: number) =>
  new AppError('over_request_rate_limit', 429, 'Request rate limit reached', { retryAfterS })

/** A limit's name without the caller: `mail to` of `mail to 4f0c…`. */
export const limitNameIn = (key: string): string => LIMIT_NAME.exec(key)?.[0] ?? 'other'

/** Ids, digests and networks have digits or are longer. */
const LIMIT_NAME = /^[a-z][a-z-]{1,19}(?: [A-Za-z][A-Za-z-]{1,19}(?= |$))*(?= |$)/
