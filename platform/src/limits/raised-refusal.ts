import { sqlState } from '#db/errors.ts'
import { AppError } from '#errors/app-error.ts'

/**
 * Converts refusals that the database raises (`ops.refuse_rate`, `ops.refuse_quota`, a product's own) for all surfaces except the data API.
 */
export async function withRaisedRefusals<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw raisedRefusal(error) ?? error
  }
}

export function raisedRefusal(error: unknown): AppError | null {
  if (sqlState(error) !== 'PGRST' || !(error instanceof Error)) return null
  const { code, message } = fieldsIn(error.message)
  if (typeof message !== 'string') return null
  if (code === 'quota_exceeded') return new AppError(code, 413, message, { cause: error })
  const { status } = detailIn(error)
  if (typeof code === 'string' && (status === 403 || status === 409)) {
    return new AppError(code as AppError['code'], status, message, { cause: error })
  }
  if (code !== 'over_request_rate_limit') return null

  return new AppError(code, 429, message, { cause: error, retryAfterS: waitIn(error) })
}

function waitIn(error: Error): number {
  const { headers } = detailIn(error)
  const seconds = Number((headers as Record<string, unknown> | undefined)?.['Retry-After'])

  return Number.isInteger(seconds) && seconds > 0 ? seconds : 1
}

function detailIn(error: Error): Record<string, unknown> {
  const detail: unknown = Reflect.get(error, 'detail')

  return fieldsIn(typeof detail === 'string' ? detail : '')
}

function fieldsIn(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
