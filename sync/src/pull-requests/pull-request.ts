import { SyncError } from '#errors/sync-error.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'

export type PullRequest = {
  number: number
  title: string
  /** The URL of its page on GitHub. */
  url: string
  state: 'open' | 'draft' | 'merged' | 'closed'
  author: string | null
  /** The branch with the changes, and its commit; if merged, the merged commit. */
  head: string
  headCommit: string
  /** The branch to merge into, by its current name. */
  base: string
  /** The commit on the base branch; null until merged. */
  mergeCommit: string | null
  /** The requested reviewers. */
  reviewers: string[]
}

const MOST_REVIEWERS = 100

/** From a list or a single answer: only the latter contains `merged`, both contain the time. */
export function pullRequestIn(body: unknown): PullRequest {
  const isMerged = typeof valueAt(body, 'merged_at') === 'string'
  const mergeCommit = valueAt(body, 'merge_commit_sha')
  const author = valueAt(body, 'user', 'login')

  return {
    number: numberIn(body),
    title: textAt(body, 'title'),
    url: textAt(body, 'html_url'),
    state: stateOf(body, isMerged),
    author: typeof author === 'string' ? author : null,
    head: textAt(body, 'head', 'ref'),
    headCommit: textAt(body, 'head', 'sha'),
    base: textAt(body, 'base', 'ref'),
    // Before the merge, GitHub returns a test merge here.
    mergeCommit: isMerged && typeof mergeCommit === 'string' ? mergeCommit : null,
    reviewers: listAt(body, 'requested_reviewers')
      .slice(0, MOST_REVIEWERS)
      .map((person) => textAt(person, 'login')),
  }
}

function stateOf(body: unknown, isMerged: boolean): PullRequest['state'] {
  if (isMerged) return 'merged'
  if (valueAt(body, 'state') !== 'open') return 'closed'
  return valueAt(body, 'draft') === true ? 'draft' : 'open'
}

function numberIn(body: unknown): number {
  const number = valueAt(body, 'number')
  if (typeof number !== 'number') throw new SyncError('github_unavailable')
  return number
}
