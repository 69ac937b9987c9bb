import { compareCommits } from '#github/compare-commits.ts'
import { readCommit } from '#github/read-head.ts'
import type { Repository } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import type { PullRequest } from './pull-request.ts'

export type MergeWay = 'merge' | 'squash' | 'rebase'

/** GitHub does not report how it merged. A merge contains the commits, a rebase copies with their messages, a squash neither. */
export async function mergeWayOf(
  host: Host,
  operation: Operation,
  repository: Repository,
  { mergeCommit, headCommit }: PullRequest,
): Promise<MergeWay | null> {
  if (mergeCommit === null) return null
  const commits = { base: headCommit, head: mergeCommit }
  const order = await compareCommits(host, operation, repository, commits)
  if (order === 'ahead' || order === 'identical') return 'merge'
  const [merged, last] = await Promise.all(
    [mergeCommit, headCommit].map((commit) => readCommit(host, operation, repository, commit)),
  )

  return merged && merged.message === last?.message ? 'rebase' : 'squash'
}
