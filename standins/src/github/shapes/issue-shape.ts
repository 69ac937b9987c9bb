import type { components } from '@octokit/openapi-types'
import type { Issue } from '#github/memory/issues.ts'
import type { Person } from '#github/people/person.ts'
import type { Addresses, RepositoryUrls } from './addresses.ts'
import { nodeId } from './repository-shapes.ts'
import { githubTime, simpleUser } from './user-shapes.ts'

type Facts = { issue: Issue; author: Person | undefined; assignees: Person[]; isOwner: boolean }

export function issueShape(
  addresses: Addresses,
  urls: RepositoryUrls,
  { issue, author, assignees, isOwner }: Facts,
) {
  const url = `${urls.api}/issues/${issue.number}`
  const [first] = assignees

  return {
    id: issue.id,
    node_id: nodeId('I_', issue.id),
    url,
    repository_url: urls.api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${urls.web}/issues/${issue.number}`,
    number: issue.number,
    state: issue.state,
    state_reason: issue.state === 'closed' ? 'completed' : null,
    title: issue.title,
    body: issue.body,
    user: author ? simpleUser(addresses, author) : null,
    labels: issue.labels.map((name, i) => ({
      id: issue.id * 100 + i,
      node_id: nodeId('L_', name),
      url: `${urls.api}/labels/${encodeURIComponent(name)}`,
      name,
      description: null,
      color: 'ededed',
      default: false,
    })),
    assignee: first ? simpleUser(addresses, first) : null,
    assignees: assignees.map((one) => simpleUser(addresses, one)),
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: 0,
    closed_at: issue.closedAt === null ? null : githubTime(issue.closedAt),
    closed_by: null,
    created_at: githubTime(issue.createdAt),
    updated_at: githubTime(issue.updatedAt),
    author_association: isOwner ? 'OWNER' : 'NONE',
  } satisfies components['schemas']['issue']
}
