import type { Signature } from '#formats/object.ts'
import type { Git } from '#github/git/git.ts'
import { mergedTree, replayedCommits } from '#github/git/merge.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { PullRequest } from '#github/memory/pull-requests.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { push } from './push.ts'

export const MERGE_METHODS = ['merge', 'squash', 'rebase'] as const

type Merge = {
  repository: Repository
  pull: PullRequest
  issue: Issue
  method: (typeof MERGE_METHODS)[number]
  person: Person | null
  signature: Signature
  /** Default: as GitHub writes it. A rebase keeps the messages of its commits. */
  message?: string
}

/** The commit that merges it, already on the base branch; null: it cannot be merged. A merge is a push. */
export async function mergePullRequest(
  needs: GithubNeeds,
  git: Git,
  merge: Merge,
): Promise<string | null> {
  const { repository, pull, issue, person } = merge
  const { pullRequests, issues } = needs.memory
  const ref = `refs/heads/${pull.base}`
  const before = git.refs.get(ref)
  if (before === undefined || issue.state !== 'open' || pull.isDraft) return null
  const sha = writeMerge(git, before, merge)
  if (sha === null) return null
  const now = needs.clock.now()
  await pullRequests.change(pull, { merged: { at: now, personId: person?.id ?? null, sha } })
  await issues.change(issue, { state: 'closed', closedAt: now, updatedAt: now })
  await push(needs, git, { repository, ref, before, after: sha, isForced: false, pusher: person })

  return sha
}

function writeMerge(git: Git, before: string, merge: Merge): string | null {
  const { pull, issue, method, signature, message } = merge
  if (method === 'rebase') return writeRebase(git, before, merge)
  const tree = mergedTree(git, before, pull.headSha)
  if (tree === null) return null
  const isSquash = method === 'squash'
  const standard = isSquash
    ? `${issue.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${pull.head}\n\n${issue.title}`

  return git.writeCommit({
    tree,
    parents: isSquash ? [before] : [before, pull.headSha],
    author: signature,
    committer: signature,
    message: message ?? standard,
  })
}

/** GitHub writes each commit anew, also where git would only move the branch forward. */
function writeRebase(git: Git, before: string, { pull, signature }: Merge): string | null {
  const replayed = replayedCommits(git, before, pull.headSha)
  if (!replayed || replayed.length === 0) return null
  let parent = before
  for (const { commit, tree } of replayed) {
    const { author, message } = commit
    parent = git.writeCommit({ tree, parents: [parent], author, committer: signature, message })
  }
  return parent
}
