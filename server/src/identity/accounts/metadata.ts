import type { Metadata } from '@app/contract/identity'

/** A shallow merge in which `null` deletes. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged = Object.entries({ ...before, ...changes })

  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}
