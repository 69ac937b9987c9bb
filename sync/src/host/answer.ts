import { SyncError } from '#errors/sync-error.ts'
import type { Bytes } from '#objects/bytes.ts'

export type Answer = {
  status: number
  /** JSON, or null for another type. */
  body: unknown
  bytes: Bytes
  header(name: string): string | null
}

/** GitHub's own message, for distinguishing refusals; users see ours. */
export const messageOf = ({ body }: Answer): string => {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown }

  return `${typeof message === 'string' ? message : ''} ${errors ? JSON.stringify(errors) : ''}`
}

/** Reads a nested text from an answer. Without it, the answer is not from GitHub. */
export function textAt(body: unknown, ...keys: string[]): string {
  const found = valueAt(body, ...keys)
  if (typeof found !== 'string') throw new SyncError('github_unavailable')
  return found
}

export function valueAt(body: unknown, ...keys: string[]): unknown {
  let value = body
  for (const key of keys) {
    value =
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[key]
        : undefined
  }
  return value
}

export function listAt(body: unknown, ...keys: string[]): unknown[] {
  const found = valueAt(body, ...keys)
  if (!Array.isArray(found)) throw new SyncError('github_unavailable')
  return found
}
