import { SyncError } from '#errors/sync-error.ts'
import { readCommit as readTreeOf } from '#github/read-head.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { openOperation, type Watching } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { commitMessage } from '#objects/commit-message.ts'
import { createCommit } from '#push/create-commit.ts'
import { moveBranch } from '#push/move-branch.ts'
import { requireHead } from './read-branch.ts'

export type HistoryCommit = {
  sha: string
  tree: string
  title: string
  message: string
  authorName: string
  /** Null if no account has the address. */
  authorLogin: string | null
  date: string
  url: string
}

const PAGE_SIZE = 30

/** A page of the branch's commits, newest first. An empty repository has no commits. */
export async function listHistory(
  host: Host,
  target: Target,
  page = 1,
  watching: Watching = {},
): Promise<{ commits: HistoryCommit[]; hasMore: boolean }> {
  const query = `sha=${encodeURIComponent(target.branch)}&per_page=${PAGE_SIZE}&page=${page}`
  const answer = await host.call(openOperation(watching), {
    method: 'GET',
    path: `${repositoryPath(target)}/commits?${query}`,
  })
  if (answer.status === 409) return { commits: [], hasMore: false }
  if (answer.status !== 200) throw refusalOf(answer, target, false)

  return {
    commits: listAt(answer.body).map(readCommit),
    hasMore: /rel="next"/.test(answer.header('link') ?? ''),
  }
}

export async function findCommit(
  host: Host,
  target: Target,
  sha: string,
  watching: Watching = {},
): Promise<HistoryCommit> {
  const answer = await host.call(openOperation(watching), {
    method: 'GET',
    path: `${repositoryPath(target)}/commits/${encodeURIComponent(sha)}`,
  })
  if (answer.status !== 200) throw refusalOf(answer, target, false)

  return readCommit(answer.body)
}

function readCommit(body: unknown): HistoryCommit {
  const message = textAt(body, 'commit', 'message')
  const login = valueAt(body, 'author', 'login')

  return {
    sha: textAt(body, 'sha'),
    tree: textAt(body, 'commit', 'tree', 'sha'),
    title: message.split('\n', 1)[0] ?? '',
    message,
    authorName: textAt(body, 'commit', 'author', 'name'),
    authorLogin: typeof login === 'string' ? login : null,
    date: textAt(body, 'commit', 'author', 'date'),
    url: textAt(body, 'html_url'),
  }
}

const MOST_MOVES = 3

/** Creates a commit with an old commit's files on top of the branch; no files are sent again. */
export async function restore(
  host: Host,
  target: Target,
  { sha, tree, title }: Pick<HistoryCommit, 'sha' | 'tree' | 'title'>,
  watching: Watching = {},
): Promise<{ commit: string; requests: number }> {
  const operation = openOperation(watching)
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    const head = await requireHead(host, operation, target)
    if (head.tree === tree) throw new SyncError('nothing_to_push')
    const place = { ...head.repository, branch: target.branch }
    const message = commitMessage(`Restore ${sha.slice(0, 7)}: ${title}`)
    const parents = [head.commit]
    const commit = await createCommit(host, operation, place, { message, tree, parents })
    const move = { target: place, commit, head: head.commit, isNew: false }
    if (await moveBranch(host, operation, move)) return { commit, requests: operation.requests }
  }
  throw new SyncError('branch_moved', { branch: target.branch })
}

/** Reverts a branch to its state before a push, by a further commit. */
export async function undo(
  host: Host,
  target: Target,
  before: string,
  watching: Watching = {},
): Promise<{ commit: string; requests: number }> {
  const found = await readTreeOf(host, openOperation(watching), target, before)
  if (!found) throw new SyncError('branch_missing', { branch: before.slice(0, 7) })
  const title = found.message.split('\n', 1)[0] ?? ''

  return restore(host, target, { sha: before, tree: found.tree, title }, watching)
}
