import type { Contents } from '#files/contents.ts'
import { readBlob } from '#github/read-blob.ts'
import type { Repository } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { type Bytes, decodeUtf8 } from '#objects/bytes.ts'
import { type Entry, type Listing, nameIn } from '#objects/listing.ts'
import { type Change, type Merged, mineOf } from './merge-paths.ts'

const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n/
/** A pointer has three short lines. */
const MIN_BYTES = 110
const MAX_BYTES = 250

type Needs = { merged: Merged; contents: Contents; remote: Listing }

/** A Git LFS pointer on the branch is kept, because the file itself is elsewhere. */
export async function keepLfsPointers(
  host: Host,
  operation: Operation,
  repository: Repository,
  { merged, contents, remote }: Needs,
): Promise<void> {
  if (!(await mayUseLfs(remote, contents))) return
  const suspects = mineOf(merged).filter(
    ({ before, kind }) => kind === 'changed' && before && isPointerSize(before),
  )
  const checked = await Promise.all(
    suspects.map(async (change) => ({
      change,
      isKept:
        !isLfsPointer(await contents(change.after?.sha ?? '')) &&
        isLfsPointer(
          await readBlob(host, operation, repository, change.before?.sha ?? '', change.path),
        ),
    })),
  )
  const pointers = new Set<Change>(checked.filter((one) => one.isKept).map(({ change }) => change))
  merged.changes = merged.changes.filter((change) => !pointers.has(change))
  merged.conflicts = merged.conflicts.filter((conflict) => !pointers.has(conflict.mine))
  for (const { path } of pointers) merged.kept.push({ path, reason: 'lfs' })
}

/** Attributes are read from the project if possible, so that most branches cost no request. */
async function mayUseLfs({ entries }: Listing, contents: Contents): Promise<boolean> {
  for (const [path, { sha }] of entries) {
    if (nameIn(path) !== '.gitattributes') continue
    const bytes = await contents(sha)
    if (!bytes || /filter=lfs/.test(decodeUtf8(bytes) ?? '')) return true
  }
  return false
}

const isPointerSize = ({ size = MIN_BYTES }: Entry) => size >= MIN_BYTES && size <= MAX_BYTES

export const isLfsPointer = (bytes: Bytes | null): boolean =>
  bytes !== null && bytes.length <= MAX_BYTES && POINTER.test(decodeUtf8(bytes) ?? '')
