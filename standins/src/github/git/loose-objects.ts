import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { framed, type GitObject, type ObjectStore, shaOf, unframed } from '#formats/object.ts'

const SHA = /^[0-9a-f]{40}$/
/** Small objects are cached: commits are read for every list, files are not. */
const KEPT_BYTES = 16 * 1024

export type Objects = ObjectStore & {
  /** SHAs with this prefix. */
  startingWith(prefix: string): string[]
}

/** Git's own loose objects: `git` itself can read the folder. */
export function openObjects(folder: string): Objects {
  const kept = new Map<string, GitObject>()
  const fileOf = (sha: string) => join(folder, sha.slice(0, 2), sha.slice(2))

  const read = (sha: string): GitObject | undefined => {
    if (!SHA.test(sha)) return undefined
    const known = kept.get(sha)
    if (known) return known
    const bytes = readIfThere(fileOf(sha))
    const object = bytes && unframed(inflateSync(bytes))
    if (object && object.content.length <= KEPT_BYTES) kept.set(sha, object)
    return object
  }

  return {
    read,
    write(object) {
      const sha = shaOf(object)
      if (!read(sha)) replace(fileOf(sha), deflateSync(framed(object)))
      return sha
    },
    startingWith: (prefix) =>
      readdirIfThere(join(folder, prefix.slice(0, 2)))
        .map((rest) => prefix.slice(0, 2) + rest)
        .filter((sha) => SHA.test(sha) && sha.startsWith(prefix)),
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
