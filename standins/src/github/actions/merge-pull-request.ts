import type { Signature } from '#formats/commit.ts'
import type { Git } from '#github/git/git.ts'
import { mergedTree } from '#github/git/merge.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { PullRequest } from '#github/memory/pull-requests.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { push } from './push.ts'

export const MERGE_METHODS = ['merge', 'squash'] as const

type Merge = {
  repository: Repository
  pull: PullRequest
  issue: Issue
  method: (typeof MERGE_METHODS)[number]
  person: Person | null
  signature: Signature
  /** Default: as GitHub writes it. */
  message?: string
}

/** The commit that merges it, already on the base branch; null: it cannot be merged. A merge is a push. */
export async function mergePullRequest(
  needs: GithubNeeds,
  git: Git,
  { repository, pull, issue, method, person, signature, message }: Merge,
): Promise<string | null> {
  const { pullRequests, issues } = needs.memory
  const ref = `refs/heads/${pull.base}`
  const before = git.refs.get(ref)
  const isOpen = issue.state === 'open' && !pull.isDraft
  const tree = before === undefined || !isOpen ? null : mergedTree(git, before, pull.headSha)
  if (before === undefined || tree === null) return null
  const isSquash = method === 'squash'
  const standard = isSquash
    ? `${issue.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${pull.head}\n\n${issue.title}`
  const sha = git.writeCommit({
    tree,
    parents: isSquash ? [before] : [before, pull.headSha],
    author: signature,
    committer: signature,
    message: message ?? standard,
  })
  const now = needs.clock.now()
  await pullRequests.change(pull, { merged: { at: now, personId: person?.id ?? null, sha } })
  await issues.change(issue, { state: 'closed', closedAt: now, updatedAt: now })
  await push(needs, git, { repository, ref, before, after: sha, isForced: false, pusher: person })

  return sha
}
