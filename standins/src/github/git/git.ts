import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import {
  type Commit,
  decodeCommit,
  encodeCommit,
  framed,
  type GitObject,
  isSha,
  type ObjectStore,
  shaOf,
  unframed,
} from '#formats/object.ts'
import { decodeTree, encodeTree, type TreeEntry } from '#formats/tree.ts'
import { openRefs, type Refs } from './refs.ts'

/** One repository's objects and refs. */
export type Git = ReturnType<typeof gitOver>

/** A bare repository in git's own layout; created if missing. */
export function openGit(folder: string, defaultBranch: string, cache: ObjectCache): Git {
  if (!existsSync(join(folder, 'HEAD'))) makeBare(folder, defaultBranch)

  return gitOver(openObjects(join(folder, 'objects'), cache), openRefs(folder))
}

/** The same repository over other objects, such as those of a push that is not accepted yet. */
export function gitOver(objects: Objects, refs: Refs) {
  const contentOf = (sha: string, type: string) => {
    const object = objects.read(sha)
    return object?.type === type ? object.content : undefined
  }

  return {
    objects,
    refs,
    blob: (sha: string) => contentOf(sha, 'blob'),
    tree(sha: string) {
      const content = contentOf(sha, 'tree')
      return content && decodeTree(content)
    },
    commit(sha: string) {
      const content = contentOf(sha, 'commit')
      return content && decodeCommit(content)
    },
    writeBlob: (content: Buffer) => objects.write({ type: 'blob', content }),
    writeTree: (entries: readonly TreeEntry[]) =>
      objects.write({ type: 'tree', content: encodeTree(entries) }),
    writeCommit: (commit: Commit) =>
      objects.write({ type: 'commit', content: encodeCommit(commit) }),
  }
}

export const pointHead = (folder: string, branch: string): void =>
  writeFileSync(join(folder, 'HEAD'), `ref: refs/heads/${branch}\n`)

export const forgetGit = (folder: string): void => rmSync(folder, { recursive: true, force: true })

function makeBare(folder: string, defaultBranch: string): void {
  for (const name of ['objects', 'refs/heads', 'refs/tags']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  }
  writeFileSync(join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  pointHead(folder, defaultBranch)
}

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
