import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { framed, isSha, type ObjectStore, shaOf, unframed } from '#formats/object.ts'
import type { Storage } from './storage.ts'

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
