import type { Base } from '#compare/comparison.ts'
import { SyncError } from '#errors/sync-error.ts'
import { compareCommits } from '#github/compare-commits.ts'
import { readCommit } from '#github/read-head.ts'
import type { Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import type { PullRequest } from './pull-request.ts'

export type Followed = {
  /** The base branch, the project's new target. */
  target: Target
  /** The common state of project and base branch; null: the stored state of that branch remains valid. */
  base: Base
}

/**
 * Points the project to the base branch after a merge. Squash and rebase create other commits, so merged content is recognised by its tree.
 * It does not need the merged branch, because GitHub keeps a pull request's commits.
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
  // If others also changed the base branch, the project only had the pushed commit, not the merge.
  const commit = merged && merged.tree === pushed?.tree ? mergeCommit : agreed
  return { target, base: { commit, differs: base.differs } }
}

/** The newest common commit of project and pull request, excluding pushes after the merge. */
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
