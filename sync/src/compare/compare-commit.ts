import { SyncError } from '#errors/sync-error.ts'
import type { FileSet } from '#files/gather-files.ts'
import { readTree, tooLarge } from '#github/read-tree.ts'
import type { Repository } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { openOperation, type Watching } from '#host/operation.ts'
import { nameFiles, readLocalFiles } from './local-files.ts'
import { type Change, mergePaths, mineOf } from './merge-paths.ts'
import { openYield } from './yield-often.ts'

/** How the project differs from a commit: missing files count as deleted, unless they are left out anyway. */
export async function compareCommit(
  host: Host,
  repository: Repository,
  commit: string,
  set: FileSet,
  watching: Watching = {},
): Promise<Change[]> {
  const operation = openOperation(watching)
  const paths = set.files.map(({ path }) => path)
  const wanted = { paths, isWhole: true }
  const listing = await readTree(host, operation, repository, commit, wanted)
  if (listing?.unread?.length) throw tooLarge(repository)
  if (!listing) throw new SyncError('branch_missing', { branch: commit.slice(0, 7) })
  const project = await nameFiles(operation, set)
  const { entries, isLeftOut } = await readLocalFiles(project, listing, openYield(host, operation))
  // Treats this commit as the last sync.
  const ancestor = { listing, differs: new Map() }
  const merged = mergePaths({
    local: entries,
    remote: listing,
    ancestor,
    isLeftOut,
  })

  return mineOf(merged)
}
