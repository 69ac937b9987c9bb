import { SyncError } from '#errors/sync-error.ts'
import { isEnvFile } from '#files/credential-file.ts'
import type { FileSet, LeftOut, SourceFile } from '#files/gather-files.ts'
import { ignoreRules } from '#files/ignore-rules.ts'
import type { Operation } from '#host/operation.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import { foldersAbove, type Listing } from '#objects/listing.ts'
import type { LocalEntry } from './merge-paths.ts'
import { spellingOf } from './spelling.ts'

export type LocalFiles = {
  entries: Map<string, LocalEntry>
  /** Held back unless a person ticks them. */
  envEntries: Map<string, LocalEntry>
  /** Env files that the project's own rules do not leave out. */
  envToAsk: string[]
  contents: Map<string, Bytes>
  leftOut: LeftOut[]
  isLeftOut(path: string): boolean
}

/** The project as it takes part: spelled as the branch spells it, without what is left out, and named as git names it. */
export async function readLocalFiles(
  operation: Operation,
  { files, leftOut }: FileSet,
  remote: Listing,
): Promise<LocalFiles> {
  const isIgnored = ignoreRules(files)
  const spell = spellingOf(remote)
  const placed = files.map((file) => ({ ...file, path: spell(file.path) }))
  for (const { path } of placed) refuseSubmodule(path, remote)
  const env = placed.filter(({ path }) => isEnvFile(path))
  // As in git: a path on the branch is not ignored.
  const ignored = placed.filter(
    ({ path }) => !isEnvFile(path) && !remote.entries.has(path) && isIgnored(path),
  )
  const without = new Set([...env, ...ignored].map(({ path }) => path))
  const going = placed.filter(({ path }) => !without.has(path))
  const contents = new Map<string, Bytes>()

  return {
    entries: await nameAll(operation, going, contents),
    envEntries: await nameAll(operation, env, contents),
    envToAsk: env.map(({ path }) => path).filter((path) => !isIgnored(path)),
    contents,
    leftOut: [
      ...leftOut,
      ...ignored.map(({ path }): LeftOut => ({ path, reason: 'ignored' })),
      ...env.map(({ path }): LeftOut => ({ path, reason: 'env_file' })),
    ],
    isLeftOut: (path) => isEnvFile(path) || /(?:^|\/)node_modules\//.test(path) || isIgnored(path),
  }
}

function refuseSubmodule(path: string, { entries }: Listing): void {
  const isBelow = [path, ...foldersAbove(path)].some((one) => entries.get(one)?.mode === '160000')
  if (isBelow) throw new SyncError('path_refused', { path, reason: 'below_submodule' })
}

const AT_ONCE = 64

async function nameAll(
  operation: Operation,
  files: readonly SourceFile[],
  contents: Map<string, Bytes>,
): Promise<Map<string, LocalEntry>> {
  const entries = new Map<string, LocalEntry>()
  for (let at = 0; at < files.length; at += AT_ONCE) {
    operation.throwIfCancelled()
    const some = files.slice(at, at + AT_ONCE)
    const names = await Promise.all(some.map(({ bytes }) => blobName(bytes)))
    for (const [i, { path, bytes, mode }] of some.entries()) {
      const sha = names[i] ?? ''
      entries.set(path, { sha, mode, size: bytes.length })
      contents.set(sha, bytes)
    }
    operation.report({ phase: 'comparing', done: entries.size, all: files.length, bytes: 0 })
  }
  return entries
}
