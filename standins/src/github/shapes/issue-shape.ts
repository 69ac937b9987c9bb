import type { components } from '@octokit/openapi-types'
import { type Comment, type Issue, isPull, type Label } from '#github/memory/issues.ts'
import type { Person } from '#github/people/person.ts'
import { type Addresses, githubTime, type RepositoryUrls, simpleUser } from './account-shapes.ts'
import { nodeId } from './repository-shapes.ts'

type Facts = {
  issue: Issue
  author: Person | undefined
  labels: Label[]
  comments: number
  isOwner: boolean
}

export function issueShape(
  addresses: Addresses,
  urls: RepositoryUrls,
  { issue, author, labels, comments, isOwner }: Facts,
) {
  const url = `${urls.api}/issues/${issue.number}`

  return {
    id: issue.id,
    node_id: nodeId('I_', issue.id),
    url,
    repository_url: urls.api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${urls.web}/${issue.isPullRequest ? 'pull' : 'issues'}/${issue.number}`,
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason ?? (issue.state === 'closed' ? 'completed' : null),
    title: issue.title,
    body: issue.body,
    user: author ? simpleUser(addresses, author) : null,
    labels: labels.map((label) => labelShape(urls, label)),
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments,
    closed_at: issue.closedAt === null ? null : githubTime(issue.closedAt),
    closed_by: null,
    created_at: githubTime(issue.createdAt),
    updated_at: githubTime(issue.updatedAt),
    author_association: isOwner ? 'OWNER' : 'NONE',
    ...(issue.isPullRequest && { pull_request: pullRequestLinks(urls, issue) }),
  } satisfies components['schemas']['issue']
}

/** Tells a pull request from an issue. */
function pullRequestLinks(urls: RepositoryUrls, issue: Issue) {
  const { number } = issue
  const html = `${urls.web}/pull/${number}`
  const merged = isPull(issue) ? issue.merged : null

  return {
    url: `${urls.api}/pulls/${number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: merged && githubTime(merged.at),
  }
}

export const labelShape = (
  urls: RepositoryUrls,
  { id, name, color, description, isDefault }: Label,
) =>
  ({
    id,
    node_id: nodeId('L_', id),
    url: `${urls.api}/labels/${encodeURIComponent(name)}`,
    name,
    description,
    color,
    default: isDefault,
  }) satisfies components['schemas']['label']

type CommentFacts = { comment: Comment; author: Person | undefined; isOwner: boolean }

export const commentShape = (
  addresses: Addresses,
  urls: RepositoryUrls,
  { comment, author, isOwner }: CommentFacts,
) =>
  ({
    id: comment.id,
    node_id: nodeId('IC_', comment.id),
    url: `${urls.api}/issues/comments/${comment.id}`,
    html_url: `${urls.web}/issues/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${urls.api}/issues/${comment.issue}`,
    body: comment.body,
    user: author ? simpleUser(addresses, author) : null,
    created_at: githubTime(comment.createdAt),
    updated_at: githubTime(comment.updatedAt),
    author_association: isOwner ? 'OWNER' : 'NONE',
  }) satisfies components['schemas']['issue-comment']
