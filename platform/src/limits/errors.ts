import { AppError } from '#errors/app-error.ts'

export const overLimit = (retryAfterS: number) =>
  new AppError('over_request_rate_limit', 429, 'Request rate limit reached', { retryAfterS })
