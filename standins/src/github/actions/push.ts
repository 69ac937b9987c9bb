import type { Git } from '#github/git/git.ts'
import { isAncestor } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { PullRequest } from '#github/memory/pull-requests.ts'
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
  const { pullRequests, issues } = memory
  const branch = ref.slice(BRANCHES.length)
  const now = clock.now()
  const issueOf = ({ number }: PullRequest) =>
    issues.of(repository.id).find((one) => one.number === number)

  for (const pull of pullRequests.of(repository.id)) {
    const issue = issueOf(pull)
    if (issue?.state !== 'open') continue
    const close = () => issues.change(issue, { state: 'closed', closedAt: now, updatedAt: now })
    if (pull.head === branch && after !== null) {
      git.refs.set(`refs/pull/${pull.number}/head`, after)
      await pullRequests.change(pull, { headSha: after, isComputed: false })
    }
    if (pull.head === branch && after === null) await close()
    if (pull.base !== branch || after === null) continue
    await pullRequests.change(pull, { isComputed: false })
    if (!isAncestor(git, pull.headSha, after)) continue
    const merged = { at: now, personId: pusher?.id ?? null, sha: after }
    await pullRequests.change(pull, { merged })
    await close()
  }
}
