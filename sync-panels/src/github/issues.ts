import { type Answer, listAt, textAt, valueAt } from '@app/sync/answer'
import type { Host } from '@app/sync/host'
import { openOperation } from '@app/sync/progress'
import { refusalOf } from '@app/sync/refusal'
import { type Repository, repositoryPath } from '@app/sync/target'
import { readPages } from './read-pages.ts'

export type IssueState = 'open' | 'closed' | 'all'

export type Issue = {
  number: number
  title: string
  body: string
  isOpen: boolean
  /** Why it was closed. */
  reason: 'completed' | 'not_planned' | null
  author: string
  labels: string[]
  comments: number
  createdAt: string
  url: string
}

export type Comment = { id: number; author: string; body: string; createdAt: string }

export const ISSUES_PER_PAGE = 30
const ASKED_PER_PAGE = 100
/** Beyond a thousand rows, users search on GitHub. */
const MOST_PAGES = 10

/** GitHub lists pull requests among issues, so pages are read until one of ours is full. */
export async function listIssues(
  host: Host,
  repository: Repository,
  { state, page, signal }: { state: IssueState; page: number; signal: AbortSignal },
): Promise<{ issues: Issue[]; hasMore: boolean }> {
  const operation = openOperation({ signal })
  const end = page * ISSUES_PER_PAGE
  const found: Issue[] = []
  for (let asked = 1; asked <= MOST_PAGES && found.length <= end; asked++) {
    const query = `state=${state}&per_page=${ASKED_PER_PAGE}&page=${asked}`
    const path = `${repositoryPath(repository)}/issues?${query}`
    const answer = await host.call(operation, { method: 'GET', path })
    if (answer.status !== 200) throw refusalOf(answer, repository, false)
    const lines = listAt(answer.body)
    found.push(...lines.filter((line) => !valueAt(line, 'pull_request')).map(readIssue))
    if (lines.length < ASKED_PER_PAGE) break
  }
  return { issues: found.slice(end - ISSUES_PER_PAGE, end), hasMore: found.length > end }
}

function readIssue(body: unknown): Issue {
  const reason = valueAt(body, 'state_reason')

  return {
    number: Number(valueAt(body, 'number')),
    title: textAt(body, 'title'),
    body: optionalText(valueAt(body, 'body')),
    isOpen: valueAt(body, 'state') === 'open',
    reason: reason === 'completed' || reason === 'not_planned' ? reason : null,
    author: textAt(body, 'user', 'login'),
    labels: listAt(body, 'labels').map((label) => textAt(label, 'name')),
    comments: Number(valueAt(body, 'comments') ?? 0),
    createdAt: textAt(body, 'created_at'),
    url: textAt(body, 'html_url'),
  }
}

const optionalText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const listLabels = async (
  host: Host,
  repository: Repository,
  signal: AbortSignal,
): Promise<string[]> => {
  const path = `${repositoryPath(repository)}/labels`
  const lines = await readPages(host, { path, ...repository, signal })

  return lines.map((line) => textAt(line, 'name'))
}

export async function listComments(
  host: Host,
  repository: Repository,
  issue: number,
  signal: AbortSignal,
): Promise<Comment[]> {
  const path = `${repositoryPath(repository)}/issues/${issue}/comments`
  const lines = await readPages(host, { path, ...repository, signal })

  return lines.map((line) => ({
    id: Number(valueAt(line, 'id')),
    author: textAt(line, 'user', 'login'),
    body: optionalText(valueAt(line, 'body')),
    createdAt: textAt(line, 'created_at'),
  }))
}

export type NewIssue = { title: string; body: string; labels: string[] }

export const createIssue = async (
  host: Host,
  repository: Repository,
  issue: NewIssue,
): Promise<Issue> =>
  readIssue((await write(host, repository, { method: 'POST', path: 'issues', json: issue })).body)

export const addComment = (
  host: Host,
  repository: Repository,
  issue: number,
  body: string,
): Promise<Answer> =>
  write(host, repository, { method: 'POST', path: `issues/${issue}/comments`, json: { body } })

export type IssueChange = 'completed' | 'not_planned' | 'reopened'

export const changeIssue = (
  host: Host,
  repository: Repository,
  issue: number,
  change: IssueChange,
): Promise<Answer> =>
  write(host, repository, {
    method: 'PATCH',
    path: `issues/${issue}`,
    json: { state: change === 'reopened' ? 'open' : 'closed', state_reason: change },
  })

type Write = { method: 'POST' | 'PATCH'; path: string; json: unknown }

/** Not retried: after a lost answer, a retry could create a duplicate. */
async function write(host: Host, repository: Repository, { path, ...call }: Write) {
  const answer = await host.call(openOperation({}), {
    ...call,
    path: `${repositoryPath(repository)}/${path}`,
    isFinal: true,
  })
  if (answer.status >= 300) throw refusalOf(answer, repository, true)

  return answer
}
