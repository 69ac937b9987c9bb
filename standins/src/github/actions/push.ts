import type { Git } from '#github/git/git.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { announcePush, type Pushed } from '#github/webhooks/push-events.ts'
import { followPullRequests } from './follow-pull-requests.ts'

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
