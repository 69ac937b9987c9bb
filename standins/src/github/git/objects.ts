import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import {
  framed,
  type GitObject,
  isSha,
  type ObjectStore,
  shaOf,
  unframed,
} from '#formats/object.ts'

const OBJECT_FILE = /^[0-9a-f]{2}\/[0-9a-f]{38}$/

export type Objects = ObjectStore & {
  /** SHAs with this prefix. */
  startingWith(prefix: string): string[]
}

/** Git's own loose objects: `git` itself can read the folder. */
export function openObjects(folder: string, storage: Storage): Objects {
  const fileOf = (sha: string) => join(folder, sha.slice(0, 2), sha.slice(2))
  storage.count(folder, usageOf(folder))

  const read: Objects['read'] = (sha) => {
    if (!isSha(sha)) return undefined
    const key = `${folder} ${sha}`
    const known = storage.cached(key)
    if (known) return known
    const bytes = readIfThere(fileOf(sha))
    const object = bytes && unframed(inflateSync(bytes))
    if (object) storage.cache(key, object)
    return object
  }

  return {
    read,
    write(object) {
      const sha = shaOf(object)
      if (read(sha)) return sha
      const packed = deflateSync(framed(object))
      storage.reserve(folder, packed.length)
      replace(fileOf(sha), packed)
      return sha
    },
    startingWith: (prefix) =>
      readdirIfThere(join(folder, prefix.slice(0, 2)))
        .map((rest) => prefix.slice(0, 2) + rest)
        .filter((sha) => isSha(sha) && sha.startsWith(prefix)),
  }
}

export function usageOf(folder: string): { objects: number; bytes: number } {
  const names = ifThere(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? []
  const files = names.filter((name) => OBJECT_FILE.test(name))

  return {
    objects: files.length,
    bytes: files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
  }
}

function replace(file: string, bytes: Buffer): void {
  const draft = `${file}.${randomUUID()}.draft`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(draft, bytes, { mode: 0o600 })
  renameSync(draft, file)
}

const readIfThere = (file: string) => ifThere(() => readFileSync(file))
const readdirIfThere = (folder: string) => ifThere(() => readdirSync(folder)) ?? []

function ifThere<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

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
