import type { Signature } from '#formats/object.ts'
import type { Git } from '#github/git/git.ts'
import { isAncestor } from '#github/git/history.ts'
import { mergedTree, replayedCommits } from '#github/git/merge.ts'
import type { PullRequest } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { announcePush, type Pushed } from '#github/webhooks/events.ts'

/** Moves a branch and sends the push event. */
export async function push(needs: GithubNeeds, git: Git, pushed: Pushed): Promise<void> {
  const { repository, ref, before, after } = pushed
  const now = needs.clock.now()
  if (after === null) git.refs.remove(ref)
  else git.refs.set(ref, after)
  needs.memory.lags.startRef(repository.id, ref, before)

  await followPullRequests(needs, git, pushed)
  await needs.memory.repositories.change(repository.id, { pushedAt: now, updatedAt: now })
  announcePush(needs, pushed)
}

const BRANCHES = 'refs/heads/'

/** Open pull requests follow their branches: new commits, a deleted head, a base that has it all. */
async function followPullRequests(
  { memory, clock }: GithubNeeds,
  git: Git,
  { repository, ref, after, pusher }: Pushed,
): Promise<void> {
  if (!ref.startsWith(BRANCHES)) return
  const { issues } = memory
  const branch = ref.slice(BRANCHES.length)
  const now = clock.now()
  const closed = { state: 'closed' as const, closedAt: now, updatedAt: now }

  for (const pull of issues.pulls(repository.id).filter(({ state }) => state === 'open')) {
    if (pull.head === branch && after !== null) {
      git.refs.set(`refs/pull/${pull.number}/head`, after)
      await issues.change(pull, { headSha: after, isComputed: false })
    }
    if (pull.head === branch && after === null) await issues.change(pull, closed)
    if (pull.base !== branch || after === null) continue
    const isMerged = isAncestor(git, pull.headSha, after)
    const merged = isMerged ? { at: now, personId: pusher?.id ?? null, sha: after } : null
    await issues.change(pull, { isComputed: false, merged, ...(isMerged && closed) })
  }
}

export const MERGE_METHODS = ['merge', 'squash', 'rebase'] as const

type Merge = {
  repository: Repository
  pull: PullRequest
  method: (typeof MERGE_METHODS)[number]
  person: Person | null
  signature: Signature
}

/** The commit that merges it, already on the base branch; null: it cannot be merged. A merge is a push. */
export async function mergePullRequest(
  needs: GithubNeeds,
  git: Git,
  merge: Merge,
): Promise<string | null> {
  const { repository, pull, person } = merge
  const ref = `refs/heads/${pull.base}`
  const before = git.refs.get(ref)
  if (before === undefined || pull.state !== 'open' || pull.isDraft) return null
  const sha = writeMerge(git, before, merge)
  if (sha === null) return null
  const now = needs.clock.now()
  await needs.memory.issues.change(pull, {
    merged: { at: now, personId: person?.id ?? null, sha },
    state: 'closed',
    closedAt: now,
    updatedAt: now,
  })
  await push(needs, git, { repository, ref, before, after: sha, isForced: false, pusher: person })

  return sha
}

function writeMerge(git: Git, before: string, merge: Merge): string | null {
  const { pull, method, signature } = merge
  if (method === 'rebase') return writeRebase(git, before, merge)
  const tree = mergedTree(git, before, pull.headSha)
  if (tree === null) return null
  const isSquash = method === 'squash'
  const message = isSquash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${pull.head}\n\n${pull.title}`

  return git.writeCommit({
    tree,
    parents: isSquash ? [before] : [before, pull.headSha],
    author: signature,
    committer: signature,
    message,
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
