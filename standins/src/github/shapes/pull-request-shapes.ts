import type { components } from '@octokit/openapi-types'
import type { Git } from '#github/git/git.ts'
import { historyOf } from '#github/git/history.ts'
import { mergedTree } from '#github/git/merge.ts'
import type { CheckRun, CommitStatus, PullRequest, Review } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import {
  addressesOf,
  githubTime,
  type OwnedRepository,
  type RepositoryUrls,
  repositoryUrls,
  simpleUser,
} from './account-shapes.ts'
import { labelShape } from './issue-shape.ts'
import { nodeId, renderRepositories } from './repository-shapes.ts'

export type PullFacts = OwnedRepository & { git: Git; pull: PullRequest }

/** A pull request in a list. */
export function pullRequestShape(needs: GithubNeeds, facts: PullFacts) {
  const { repository, pull } = facts
  const { people, labels } = needs.memory
  const urls = repositoryUrls(needs, facts)
  const links = linksOf(urls, pull)
  const author = pull.authorId === null ? undefined : people.byId(pull.authorId)
  const time = (ms: number | null | undefined) => (typeof ms === 'number' ? githubTime(ms) : null)

  return {
    id: pull.id,
    node_id: nodeId('PR_', pull.id),
    url: links.self.href,
    html_url: links.html.href,
    diff_url: `${links.html.href}.diff`,
    patch_url: `${links.html.href}.patch`,
    issue_url: links.issue.href,
    commits_url: links.commits.href,
    review_comments_url: links.review_comments.href,
    review_comment_url: links.review_comment.href,
    comments_url: links.comments.href,
    statuses_url: links.statuses.href,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: simpleUser(addressesOf(needs), author ?? facts.owner),
    body: pull.body,
    labels: pull.labels.flatMap((name) => {
      const label = labels.named(repository.id, name)
      return label ? [{ ...labelShape(urls, label), description: label.description ?? '' }] : []
    }),
    milestone: null,
    created_at: githubTime(pull.createdAt),
    updated_at: githubTime(pull.updatedAt),
    closed_at: time(pull.closedAt),
    merged_at: time(pull.merged?.at),
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    ...sidesOf(needs, facts),
    _links: links,
    author_association: pull.authorId === repository.ownerId ? 'OWNER' : 'NONE',
    auto_merge: null,
    draft: pull.isDraft,
  } satisfies components['schemas']['pull-request-simple']
}

function linksOf(urls: RepositoryUrls, { number, headSha }: PullRequest) {
  const url = `${urls.api}/pulls/${number}`
  const issue = `${urls.api}/issues/${number}`

  return {
    self: { href: url },
    html: { href: `${urls.web}/pull/${number}` },
    issue: { href: issue },
    comments: { href: `${issue}/comments` },
    review_comments: { href: `${url}/comments` },
    review_comment: { href: `${urls.api}/pulls/comments{/number}` },
    commits: { href: `${url}/commits` },
    statuses: { href: `${urls.api}/statuses/${headSha}` },
  }
}

function sidesOf(needs: GithubNeeds, { owner, repository, git, pull }: PullFacts) {
  const user = simpleUser(addressesOf(needs), owner)
  const [repo] = renderRepositories(needs, [repository], () => null)
  if (!repo) throw new Error('a repository without an owner')
  const side = (ref: string, sha: string) => ({
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user,
    repo,
  })

  return {
    head: side(pull.head, pull.headSha),
    base: side(pull.base, git.refs.get(`refs/heads/${pull.base}`) ?? pull.headSha),
  }
}

/** A single pull request, with what GitHub computes only when asked for one. */
export function fullPullRequest(needs: GithubNeeds, facts: PullFacts, changedFiles: number) {
  const { git, pull, repository } = facts
  const { people, comments } = needs.memory
  const base = git.refs.get(`refs/heads/${pull.base}`)
  const mergedBy = pull.merged?.personId ? people.byId(pull.merged.personId) : undefined
  const mergeable = mergeableOf(facts)
  const known = new Set(base === undefined ? [] : historyOf(git, base).map(({ sha }) => sha))

  return {
    ...pullRequestShape(needs, facts),
    merged: pull.merged !== null,
    mergeable,
    rebaseable: false,
    mergeable_state: stateOf(facts, mergeable),
    merged_by: mergedBy ? simpleUser(addressesOf(needs), mergedBy) : null,
    comments: comments.of({ repositoryId: repository.id, issue: pull.number }).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: historyOf(git, pull.headSha).filter(({ sha }) => !known.has(sha)).length,
    // Lines are not counted here.
    additions: 0,
    deletions: 0,
    changed_files: changedFiles,
  } satisfies components['schemas']['pull-request']
}

/** null: not computed yet, which the first question starts. */
function mergeableOf({ git, pull }: PullFacts): boolean | null {
  if (pull.state !== 'open' || !pull.isComputed) return null
  const base = git.refs.get(`refs/heads/${pull.base}`)

  return base !== undefined && mergedTree(git, base, pull.headSha) !== null
}

function stateOf({ pull }: PullFacts, mergeable: boolean | null): string {
  if (mergeable === null) return 'unknown'
  if (!mergeable) return 'dirty'

  return pull.isDraft ? 'draft' : 'clean'
}

export function reviewShape(needs: GithubNeeds, facts: PullFacts, review: Review) {
  const urls = repositoryUrls(needs, facts)
  const person = needs.memory.people.byId(review.personId)
  const html = `${urls.web}/pull/${review.number}#pullrequestreview-${review.id}`
  const pull = `${urls.api}/pulls/${review.number}`

  return {
    id: review.id,
    node_id: nodeId('PRR_', review.id),
    user: person ? simpleUser(addressesOf(needs), person) : null,
    body: review.body,
    state: review.state,
    commit_id: review.sha,
    submitted_at: githubTime(review.at),
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    author_association: review.personId === facts.repository.ownerId ? 'OWNER' : 'MEMBER',
  } satisfies components['schemas']['pull-request-review']
}

export function checkRunShape(urls: RepositoryUrls, run: CheckRun) {
  const { id, sha, name, status, conclusion, at } = run
  const url = `${urls.api}/check-runs/${id}`
  const isDone = status === 'completed'

  return {
    id,
    node_id: nodeId('CR_', id),
    name,
    head_sha: sha,
    external_id: '',
    url,
    html_url: `${urls.web}/runs/${id}`,
    details_url: `${urls.web}/runs/${id}`,
    status,
    conclusion: isDone ? conclusion : null,
    started_at: status === 'queued' ? null : githubTime(at),
    completed_at: isDone ? githubTime(at) : null,
    output: {
      title: null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id },
    app: null,
    pull_requests: [],
  } satisfies components['schemas']['check-run']
}

export const commitStatusShape = (urls: RepositoryUrls, status: CommitStatus) =>
  ({
    id: status.id,
    node_id: nodeId('SC_', status.id),
    url: `${urls.api}/statuses/${status.sha}`,
    avatar_url: null,
    state: status.state,
    description: null,
    target_url: null,
    context: status.name,
    created_at: githubTime(status.at),
    updated_at: githubTime(status.at),
  }) satisfies components['schemas']['simple-commit-status']

/** Failed if one did, pending while one is or none came, else successful. */
export function combinedState(statuses: readonly CommitStatus[]): string {
  const has = (...states: string[]) => statuses.some(({ state }) => states.includes(state))
  if (has('failure', 'error')) return 'failure'

  return has('pending') || statuses.length === 0 ? 'pending' : 'success'
}
