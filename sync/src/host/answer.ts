import { SyncError } from '#errors/sync-error.ts'
import type { Bytes } from '#objects/bytes.ts'

export type Answer = {
  status: number
  /** JSON, or null if the body is something else. */
  body: unknown
  bytes: Bytes
  header(name: string): string | null
}

/** GitHub's own words, for telling refusals apart; people get ours. */
export const messageOf = ({ body }: Answer): string => {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown }

  return `${typeof message === 'string' ? message : ''} ${errors ? JSON.stringify(errors) : ''}`
}

/** A text deep in an answer. An answer without it is no answer of GitHub's. */
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
