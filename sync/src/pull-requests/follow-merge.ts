import type { Base } from '#compare/comparison.ts'
import { SyncError } from '#errors/sync-error.ts'
import { compareCommits } from '#github/compare-commits.ts'
import { readCommit } from '#github/read-head.ts'
import type { Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import type { PullRequest } from './pull-request.ts'

export type Followed = {
  /** The base branch, where the project goes from now on. */
  target: Target
  /** What project and base branch have in common; null: what is stored for that branch stays true. */
  base: Base
}

/**
 * After a merge the project goes to the base branch again. A squash and a rebase make other commits, so what was merged
 * is known by its tree. Nothing of it needs the merged branch: GitHub keeps the commits of a pull request.
 */
export async function followMerge(
  host: Host,
  from: Target,
  { pull, base }: { pull: PullRequest; base: Base },
  watching: Watching = {},
): Promise<Followed> {
  const { mergeCommit, headCommit } = pull
  if (mergeCommit === null) throw new SyncError('pull_request_open', { number: pull.number })
  const target = { ...from, branch: pull.base }
  if (!base) return { target, base: null }

  const operation = openOperation(watching)
  const agreed = await lastAgreed(host, operation, from, { synced: base.commit, head: headCommit })
  const [merged, pushed] = await Promise.all(
    [mergeCommit, agreed].map((commit) => readCommit(host, operation, from, commit)),
  )
  // Where others changed the base branch too, the project never had what was merged: it had the pushed commit.
  const commit = merged && merged.tree === pushed?.tree ? mergeCommit : agreed
  return { target, base: { commit, differs: base.differs } }
}

/** The newest commit that both project and pull request have: what was pushed after the merge is not in it. */
async function lastAgreed(
  host: Host,
  operation: Operation,
  from: Target,
  { synced, head }: { synced: string; head: string },
): Promise<string> {
  if (synced === head) return head
  const order = await compareCommits(host, operation, from, { base: synced, head })

  return order === 'ahead' ? synced : head
}
