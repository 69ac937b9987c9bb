import { unzip, ZIP_LIMITS } from '#archive/read-zip.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { SourceFile } from '#files/gather-files.ts'
import { readBlob } from '#github/read-blob.ts'
import { type Head, readHead, readRepository } from '#github/read-head.ts'
import { readWholeTree, tooLarge } from '#github/read-tree.ts'
import { type Repository, refuseNames, repositoryPath, type Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import type { Listing } from '#objects/listing.ts'

export type BranchFiles = {
  repository: Repository
  commit: string
  files: SourceFile[]
  /** Submodules are not files: the listing contains their paths and commits. */
  submodules: string[]
  listing: Listing
}

export type ReadLimits = { files: number; bytes: number }

const READ_LIMITS: ReadLimits = { files: 5000, bytes: 300_000_000 }

/** All files of a branch, each verified against its SHA in the tree. */
export async function readBranch(
  host: Host,
  target: Target,
  { limits = READ_LIMITS, ...watching }: Watching & { limits?: ReadLimits } = {},
): Promise<BranchFiles> {
  const operation = openOperation(watching)
  operation.report({ phase: 'reading', done: 0, all: 1, bytes: 0 })
  const { repository, commit, listing, wanted } = await listBranch(host, operation, target, limits)
  const archived = host.can.archives ? await readArchive(host, operation, repository, commit) : null
  const contents = await readContents(host, operation, repository, listing, archived)
  return {
    repository,
    commit,
    listing,
    files: wanted.map(([path, { mode, sha }]) => ({
      path,
      mode: mode === '160000' ? null : mode,
      bytes: contents.get(sha) ?? new Uint8Array(),
    })),
    submodules: [...listing.entries]
      .filter(([, { mode }]) => mode === '160000')
      .map(([path]) => path),
  }
}

export type Measured = {
  repository: Repository
  branch: string
  isDefault: boolean
  commit: string
  files: number
}

/** The size of what `readBranch` would read; uses the default branch if none is named. */
export async function measureBranch(
  host: Host,
  { branch: named, ...place }: Repository & { branch: string | null },
  { limits = READ_LIMITS, ...watching }: Watching & { limits?: ReadLimits } = {},
): Promise<Measured> {
  const operation = openOperation(watching)
  const { defaultBranch } = await readRepository(host, operation, place, false)
  const branch = named ?? defaultBranch
  const target = { ...place, branch }
  refuseNames(target)
  const { repository, commit, wanted } = await listBranch(host, operation, target, limits)

  return { repository, branch, isDefault: branch === defaultBranch, commit, files: wanted.length }
}

async function listBranch(host: Host, operation: Operation, target: Target, limits: ReadLimits) {
  const { repository, commit, tree } = await requireHead(host, operation, target)
  const listing = await readWholeTree(host, operation, repository, tree)
  const wanted = [...listing.entries].filter(([, { mode }]) => mode !== '160000')
  const bytes = wanted.reduce((sum, [, { size = 0 }]) => sum + size, 0)
  if (wanted.length > limits.files || bytes > limits.bytes) throw tooLarge(repository)

  return { repository, commit, listing, wanted }
}

/** Throws an error that tells whether the branch or the repository is missing. */
export async function requireHead(host: Host, operation: Operation, target: Target): Promise<Head> {
  const head = await readHead(host, operation, target)
  if (head) return head
  await readRepository(host, operation, target, false)
  throw new SyncError('branch_missing', { branch: target.branch })
}

/** One request instead of thousands. Files that attributes omit or change are detected by their SHA. */
async function readArchive(
  host: Host,
  operation: Operation,
  repository: Repository,
  commit: string,
): Promise<SourceFile[] | null> {
  const path = `${repositoryPath(repository)}/zipball/${commit}`
  const answer = await host.call(operation, { method: 'GET', path, raw: 'archive' })
  if (answer.status !== 200) return null
  try {
    return unzip(answer.bytes, {
      ...ZIP_LIMITS,
      packedBytes: READ_LIMITS.bytes,
      ratio: Number.POSITIVE_INFINITY,
    })
  } catch (error) {
    if (error instanceof SyncError) return null
    throw error
  }
}

/** Bytes by blob SHA: from the archive if they match, else individually. */
async function readContents(
  host: Host,
  operation: Operation,
  repository: Repository,
  { entries }: Listing,
  archived: readonly SourceFile[] | null,
): Promise<Map<string, Bytes>> {
  const contents = new Map<string, Bytes>()
  for (const { bytes } of archived ?? []) contents.set(await blobName(bytes), bytes)
  const wanted = new Map(
    [...entries].flatMap(([path, { mode, sha }]) => (mode === '160000' ? [] : [[sha, path]])),
  )
  const missing = [...wanted].filter(([sha]) => !contents.has(sha))
  let done = wanted.size - missing.length
  let read = 0
  const report = () => operation.report({ phase: 'reading', done, all: wanted.size, bytes: read })
  report()
  await Promise.all(
    missing.map(async ([sha, path]) => {
      const bytes = await readBlob(host, operation, repository, sha, path)
      contents.set(sha, bytes)
      done += 1
      read += bytes.length
      report()
    }),
  )
  return contents
}
