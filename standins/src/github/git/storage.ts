import type { GitObject } from '#formats/object.ts'

/** How much all repositories may hold; null: no limit. */
export type StorageLimits = {
  repositoryObjects: number | null
  repositoryBytes: number | null
  storedBytes: number | null
}

/** A repository, or all of them together, would exceed their limit. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  override readonly message = 'Repository is over its storage limit.'
}

type Usage = { objects: number; bytes: number }

export type Storage = ReturnType<typeof openStorage>

/** Small objects are cached: commits are read for every list, files are not. */
const CACHED_OBJECT_BYTES = 16 * 1024
const CACHE_BYTES = 64 * 1024 * 1024
/** Roughly what an entry takes besides its content. */
const ENTRY_BYTES = 300

/** Bounds what the repositories keep on disk and in memory. */
export function openStorage(limits: () => StorageLimits) {
  const usages = new Map<string, Usage>()
  const cache = new Map<string, GitObject>()
  let cachedBytes = 0
  let totalBytes = 0

  const isOver = (value: number, limit: number | null) => limit !== null && value > limit
  const forget = (folder: string) => {
    totalBytes -= usages.get(folder)?.bytes ?? 0
    usages.delete(folder)
  }

  return {
    /** Counts one more object. Throws `StorageFull` and counts nothing if that is too much. */
    reserve(folder: string, bytes: number) {
      const { repositoryObjects, repositoryBytes, storedBytes } = limits()
      const known = usages.get(folder) ?? { objects: 0, bytes: 0 }
      const next = { objects: known.objects + 1, bytes: known.bytes + bytes }
      if (
        isOver(next.objects, repositoryObjects) ||
        isOver(next.bytes, repositoryBytes) ||
        isOver(totalBytes + bytes, storedBytes)
      ) {
        throw new StorageFull()
      }
      usages.set(folder, next)
      totalBytes += bytes
    },
    /** Sets the amount that a folder already contains. */
    count(folder: string, usage: Usage) {
      forget(folder)
      usages.set(folder, usage)
      totalBytes += usage.bytes
    },
    forget,
    forgetAll() {
      usages.clear()
      cache.clear()
      totalBytes = 0
      cachedBytes = 0
    },
    /** Recently read small objects. */
    cached: (key: string) => cache.get(key),
    cache(key: string, object: GitObject) {
      if (object.content.length > CACHED_OBJECT_BYTES || cache.has(key)) return
      cache.set(key, object)
      cachedBytes += object.content.length + ENTRY_BYTES
      for (const [oldest, { content }] of cache) {
        if (cachedBytes <= CACHE_BYTES) break
        cache.delete(oldest)
        cachedBytes -= content.length + ENTRY_BYTES
      }
    },
  }
}
