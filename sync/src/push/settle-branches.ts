import type { Comparison } from '#compare/comparison.ts'
import { SyncError } from '#errors/sync-error.ts'
import { readRef } from '#github/read-head.ts'
import { refPath, repositoryPath } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'

/**
 * GitHub chose the first branch of a repository just made. If the person wants another one, that becomes the default,
 * and the first one, which holds GitHub's own README only, goes. The files are there already, so refusals change nothing.
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
    // Somebody may have used it meanwhile.
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
