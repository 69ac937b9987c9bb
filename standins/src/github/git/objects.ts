import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

export type Objects = ObjectStore & {
  /** SHAs with this prefix. */
  startingWith(prefix: string): string[]
}

/** Git's own loose objects: `git` itself can read the folder. */
export function openObjects(folder: string, cache: ObjectCache): Objects {
  const fileOf = (sha: string) => join(folder, sha.slice(0, 2), sha.slice(2))

  const read: Objects['read'] = (sha) => {
    if (!isSha(sha)) return undefined
    const key = `${folder} ${sha}`
    const known = cache.get(key)
    if (known) return known
    const bytes = readIfThere(fileOf(sha))
    const object = bytes && unframed(inflateSync(bytes))
    if (object) cache.add(key, object)
    return object
  }

  return {
    read,
    write(object) {
      const sha = shaOf(object)
      if (read(sha)) return sha
      replace(fileOf(sha), deflateSync(framed(object)))
      return sha
    },
    startingWith: (prefix) =>
      readdirIfThere(join(folder, prefix.slice(0, 2)))
        .map((rest) => prefix.slice(0, 2) + rest)
        .filter((sha) => isSha(sha) && sha.startsWith(prefix)),
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

/** Small objects are cached: commits are read for every list, files are not. */
const CACHED_OBJECT_BYTES = 16 * 1024
const CACHE_BYTES = 64 * 1024 * 1024
/** Roughly what an entry takes besides its content. */
const ENTRY_BYTES = 300

export type ObjectCache = ReturnType<typeof openObjectCache>

/** Recently read small objects of all repositories, within a fixed size. */
export function openObjectCache() {
  const cache = new Map<string, GitObject>()
  let bytes = 0

  return {
    get: (key: string) => cache.get(key),
    add(key: string, object: GitObject) {
      if (object.content.length > CACHED_OBJECT_BYTES || cache.has(key)) return
      cache.set(key, object)
      bytes += object.content.length + ENTRY_BYTES
      for (const [oldest, { content }] of cache) {
        if (bytes <= CACHE_BYTES) break
        cache.delete(oldest)
        bytes -= content.length + ENTRY_BYTES
      }
    },
    clear() {
      cache.clear()
      bytes = 0
    },
  }
}
