import { readBlob } from '#github/read-blob.ts'
import type { Repository } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { type Entry, type Listing, nameIn } from '#objects/listing.ts'
import type { LocalFiles } from './local-files.ts'
import type { Change, Merged } from './merge-paths.ts'

const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n/
/** A pointer has three short lines. */
const MIN_BYTES = 110
const MAX_BYTES = 250

type Needs = { merged: Merged; local: LocalFiles; remote: Listing }

/** Where the branch has a Git LFS pointer, the file itself is elsewhere: the pointer stays. */
export async function keepLfsPointers(
  host: Host,
  operation: Operation,
  repository: Repository,
  { merged, local, remote }: Needs,
): Promise<void> {
  if (!mayUseLfs(remote, local)) return
  const suspects = merged.changes.filter(
    ({ before, after, kind }) =>
      kind === 'changed' &&
      before &&
      after &&
      isPointerSize(before) &&
      !isPointer(local.contents.get(after.sha)),
  )
  const checked = await Promise.all(
    suspects.map(async (change) => ({
      change,
      isPointer: isPointer(await readBlob(host, operation, repository, change.before?.sha ?? '')),
    })),
  )
  const pointers = new Set<Change>(
    checked.filter((one) => one.isPointer).map(({ change }) => change),
  )
  merged.changes = merged.changes.filter((change) => !pointers.has(change))
  for (const { path } of pointers) merged.kept.push({ path, reason: 'lfs' })
}

/** Attributes that the project has too are read here, so that most branches cost no request. */
function mayUseLfs({ entries }: Listing, local: LocalFiles): boolean {
  return [...entries]
    .filter(([path]) => nameIn(path) === '.gitattributes')
    .some(([, { sha }]) => {
      const bytes = local.contents.get(sha)
      return !bytes || /filter=lfs/.test(decodeUtf8(bytes) ?? '')
    })
}

const isPointerSize = ({ size = MIN_BYTES }: Entry) => size >= MIN_BYTES && size <= MAX_BYTES

const isPointer = (bytes: Bytes | undefined): boolean =>
  bytes !== undefined && bytes.length <= MAX_BYTES && POINTER.test(decodeUtf8(bytes) ?? '')
