import { SyncError } from '#errors/sync-error.ts'
import {
  blobNames,
  type Contents,
  contentsOf,
  type NamedProject,
  requireContent,
} from '#files/contents.ts'
import { isEnvFile } from '#files/credential-file.ts'
import type { FileSet, LeftOut } from '#files/gather-files.ts'
import { ignoreRules } from '#files/ignore-rules.ts'
import type { Operation } from '#host/operation.ts'
import { foldersAbove, type Listing, nameIn } from '#objects/listing.ts'
import type { ProjectFile } from './comparison.ts'
import type { LocalEntry } from './merge-paths.ts'
import { entriesOf } from './sides.ts'
import { spellingOf } from './spelling.ts'
import type { YieldOften } from './yield-often.ts'

export type LocalFiles = {
  files: ProjectFile[]
  entries: Map<string, LocalEntry>
  /** Left out unless the member selects them. */
  envEntries: Map<string, LocalEntry>
  /** Env files that the project's own ignore rules include. */
  envToAsk: string[]
  leftOut: LeftOut[]
  isLeftOut(path: string): boolean
}

export async function nameFiles(
  operation: Operation,
  set: FileSet | NamedProject,
): Promise<NamedProject> {
  operation.throwIfCancelled()
  const all = set.files.length
  if ('contents' in set) {
    operation.report({ phase: 'comparing', done: all, all, bytes: 0 })
    return set
  }
  const names = await blobNames(set.files, (done) => {
    operation.throwIfCancelled()
    operation.report({ phase: 'comparing', done, all, bytes: 0 })
  })
  const files = set.files.map(({ path, bytes, mode }, i) => ({
    path,
    sha: names[i] ?? '',
    size: bytes.length,
    mode,
  }))

  return { files, leftOut: set.leftOut, contents: contentsOf(set) }
}

/** The project's participating files, in the branch's spelling. */
export async function readLocalFiles(
  { files, leftOut, contents }: NamedProject,
  remote: Listing,
  yieldOften: YieldOften = async () => undefined,
): Promise<LocalFiles> {
  const spell = spellingOf(remote)
  const placed = files.map((file) => ({ ...file, path: spell(file.path) }))
  const isIgnored = ignoreRules(await readRuleFiles(placed, contents))
  const partOf = (path: string): ProjectFile[4] => {
    if (isEnvFile(path)) return 'env'
    // As in git, paths on the branch are not ignored.
    return remote.entries.has(path) || !isIgnored(path) ? 'going' : 'ignored'
  }
  const sorted: ProjectFile[] = []
  for (const { path, sha, size, mode } of placed) {
    sorted.push([path, sha, size, mode, partOf(path)])
    await yieldOften()
  }
  const entries = entriesOf(sorted, 'going')
  for (const path of entries.keys()) refuseSubmodule(path, remote)
  const envEntries = entriesOf(sorted, 'env')

  return {
    files: sorted,
    entries,
    envEntries,
    envToAsk: [...envEntries.keys()].filter((path) => !isIgnored(path)),
    leftOut: [
      ...leftOut,
      ...[...entriesOf(sorted, 'ignored').keys()].map(
        (path): LeftOut => ({ path, reason: 'ignored' }),
      ),
      ...[...envEntries.keys()].map((path): LeftOut => ({ path, reason: 'env_file' })),
    ],
    isLeftOut: (path) => isEnvFile(path) || /(?:^|\/)node_modules\//.test(path) || isIgnored(path),
  }
}

function refuseSubmodule(path: string, { entries }: Listing): void {
  const isBelow = [path, ...foldersAbove(path)].some((one) => entries.get(one)?.mode === '160000')
  if (isBelow) throw new SyncError('path_refused', { path, reason: 'below_submodule' })
}

const readRuleFiles = (files: NamedProject['files'], contents: Contents) =>
  Promise.all(
    files
      .filter(({ path }) => nameIn(path) === '.gitignore')
      .map(async ({ path, sha, mode }) => ({
        path,
        mode,
        bytes: await requireContent(contents, path, sha),
      })),
  )
