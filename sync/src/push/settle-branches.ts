import type { Comparison } from '#compare/comparison.ts'
import { SyncError } from '#errors/sync-error.ts'
import { readRef } from '#github/read-head.ts'
import { refPath, repositoryPath } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'

/**
 * GitHub chose the first branch of a new repository. If the member wants another, that becomes the default, and the first, with only
 * GitHub's README, is deleted. The files are already pushed, so refusals are ignored.
 */
export async function settleBranches(
  host: Host,
  operation: Operation,
  { target, start }: Comparison,
): Promise<void> {
  const { kind, defaultBranch } = start
  if (kind !== 'created' || defaultBranch === null || target.branch === defaultBranch) return
  try {
    const answer = await host.call(operation, {
      method: 'PATCH',
      path: repositoryPath(target),
      json: { default_branch: target.branch },
      isFinal: true,
    })
    if (answer.status !== 200) return
    // Somebody may have used it in the meantime.
    const first = { ...target, branch: defaultBranch }
    if ((await readRef(host, operation, first, true)) !== start.commit) return
    await host.call(operation, {
      method: 'DELETE',
      path: refPath(first, 'refs'),
      isFinal: true,
    })
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
  }
}
