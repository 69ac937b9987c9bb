import { type Change, changesBetween } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { historyOf, type NamedCommit } from '#github/git/history.ts'
import { covers, type Installation } from '#github/installations/installations.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Person } from '#github/people/person.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { addressesOf, renderInstallation, simpleUser } from '#github/shapes/account-shapes.ts'
import { briefRepository, renderRepository } from '#github/shapes/repository-shapes.ts'
import { announce, subscribersTo } from './announce.ts'

const NOTHING = '0'.repeat(40)
const MAX_COMMITS = 2048

/** `null`: the branch did not exist before, or was deleted. */
export type Pushed = {
  repository: Repository
  ref: string
  before: string | null
  after: string | null
  isForced: boolean
  pusher: Person | null
}

/** Sends the push event to each subscribed app. */
export function announcePush(needs: GithubNeeds, pushed: Pushed): void {
  const { repository } = pushed
  for (const { id, clientId } of subscribersTo(needs, repository, 'push')) {
    announce(needs, {
      clientId,
      event: 'push',
      payload: { ...payloadOf(needs, pushed), installation: { id } },
    })
  }
}

function payloadOf(needs: GithubNeeds, pushed: Pushed): Record<string, unknown> {
  const { repository, ref, before, after, isForced, pusher } = pushed
  const git = needs.memory.gits.of(repository)
  const rendered = renderRepository(needs, repository, null)
  const commits = after === null ? [] : newCommits(git, before, after)
  const shown = commits.map((one) => commitOf(git, one, `${rendered?.html_url}/commit/${one.sha}`))

  return {
    ref,
    before: before ?? NOTHING,
    after: after ?? NOTHING,
    base_ref: null,
    created: before === null,
    deleted: after === null,
    forced: isForced,
    compare: `${rendered?.html_url}/compare/${before ?? NOTHING}...${after ?? NOTHING}`,
    commits: shown,
    head_commit: shown.at(-1) ?? null,
    repository: rendered,
    pusher: { name: pusher?.login ?? 'an app', email: pusher?.emails[0]?.email ?? null },
    sender: pusher ? simpleUser(addressesOf(needs), pusher) : null,
  }
}

/** Oldest first. */
function newCommits(git: Git, before: string | null, after: string): NamedCommit[] {
  const old = new Set(before === null ? [] : historyOf(git, before).map(({ sha }) => sha))

  return historyOf(git, after)
    .filter(({ sha }) => !old.has(sha))
    .slice(0, MAX_COMMITS)
    .toReversed()
}

function commitOf(git: Git, commit: NamedCommit, url: string) {
  const [parent] = commit.parents
  const base = parent === undefined ? null : (git.commit(parent)?.tree ?? null)
  const changes = changesBetween(git, base, commit.tree)
  const paths = (status: Change['status']) =>
    changes.filter((one) => one.status === status).map(({ path }) => path)

  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: new Date(commit.committer.at * 1000).toISOString(),
    url,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    added: paths('added'),
    removed: paths('removed'),
    modified: paths('modified'),
  }
}

type RepositoryEvent = {
  action: 'renamed' | 'deleted' | 'privatized' | 'publicized'
  changes?: object
  /** null: done by an app as its bot. */
  sender: Person | null
}

/** A deletion is announced first, while the subscribers are still known. */
export function announceRepository(
  needs: GithubNeeds,
  repository: Repository,
  { action, changes, sender }: RepositoryEvent,
): void {
  for (const { id, clientId } of subscribersTo(needs, repository, 'repository')) {
    announce(needs, {
      clientId,
      event: 'repository',
      payload: {
        action,
        ...(changes && { changes }),
        repository: renderRepository(needs, repository, null),
        sender: sender && simpleUser(addressesOf(needs), sender),
        installation: { id },
      },
    })
  }
}

export function announceInstallation(
  needs: GithubNeeds,
  action: 'created' | 'deleted' | 'suspend' | 'unsuspend',
  installation: Installation,
): void {
  const { people, repositories } = needs.memory
  const account = people.account(installation.accountId)
  const sender = people.byId(installation.installedBy)
  const covered = repositories.all().filter((one) => covers(installation, one))

  announce(needs, {
    clientId: installation.clientId,
    event: 'installation',
    payload: {
      action,
      installation: renderInstallation(needs, installation),
      repositories: account ? covered.map((one) => briefRepository(account, one)) : [],
      requester: null,
      sender: sender ? simpleUser(addressesOf(needs), sender) : null,
    },
  })
}

/** GitHub sends this event to every app, subscribed or not. */
export function announceRevocation(needs: GithubNeeds, clientId: string, person: Person): void {
  announce(needs, {
    clientId,
    event: 'github_app_authorization',
    payload: { action: 'revoked', sender: simpleUser(addressesOf(needs), person) },
  })
}
