import { SyncError } from '#errors/sync-error.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import {
  branchPath,
  type Repository,
  refPath,
  repositoryPath,
  segments,
  type Target,
} from './target.ts'

/** A commit and its tree, with the repository's current spelling at GitHub. */
export type Head = {
  commit: string
  tree: string
  repository: Repository
  isProtected: boolean
  /** The commit has no parent. */
  isFirst: boolean
}

/** Null if the branch does not exist, which may mean that the repository does not. */
export async function readHead(
  host: Host,
  operation: Operation,
  target: Target,
): Promise<Head | null> {
  const answer = await host.call(operation, { method: 'GET', path: branchPath(target) })
  if (answer.status === 404 || answer.status === 409) return null
  if (answer.status !== 200) throw refusalOf(answer, target, false)
  const { body } = answer

  return {
    commit: textAt(body, 'commit', 'sha'),
    tree: textAt(body, 'commit', 'commit', 'tree', 'sha'),
    repository: repositoryIn(textAt(body, 'commit', 'url')) ?? target,
    isProtected: valueAt(body, 'protected') === true,
    isFirst: listAt(body, 'commit', 'parents').length === 0,
  }
}

/** After a rename GitHub redirects reads, but the URLs in its answers contain the new name. */
function repositoryIn(address: string): Repository | null {
  const [, owner, name] = /\/repos\/([^/]+)\/([^/]+)\//.exec(address) ?? []

  return owner && name ? { owner: decodeURIComponent(owner), name: decodeURIComponent(name) } : null
}

/** A branch's commit; null if it does not exist, `empty` if the repository has no commits. */
export async function readRef(
  host: Host,
  operation: Operation,
  target: Target,
  isFinal = false,
): Promise<string | null | 'empty'> {
  const answer = await host.call(operation, {
    method: 'GET',
    path: refPath(target, 'ref'),
    isFinal,
  })
  if (answer.status === 409) return 'empty'
  if (answer.status === 404) return null
  if (answer.status !== 200) throw refusalOf(answer, target, false)

  return textAt(answer.body, 'object', 'sha')
}

/** The tree of a commit; null if GitHub no longer has it. */
export async function readCommit(
  host: Host,
  operation: Operation,
  repository: Repository,
  commit: string,
): Promise<{ tree: string; message: string } | null> {
  const path = `${repositoryPath(repository)}/git/commits/${segments(commit)}`
  const answer = await host.call(operation, { method: 'GET', path })
  if ([404, 409, 422].includes(answer.status)) return null
  if (answer.status !== 200) throw refusalOf(answer, repository, false)

  return { tree: textAt(answer.body, 'tree', 'sha'), message: textAt(answer.body, 'message') }
}

export type RepositoryFacts = Repository & {
  /** Stays the same after renames and transfers. */
  id: number
  defaultBranch: string
  isPrivate: boolean
}

/** Throws if it is not visible, or not writable if that is required. */
export async function readRepository(
  host: Host,
  operation: Operation,
  repository: Repository,
  isForWriting = true,
): Promise<RepositoryFacts> {
  const answer = await host.call(operation, { method: 'GET', path: repositoryPath(repository) })
  if (answer.status !== 200) throw refusalOf(answer, repository, false)
  const facts = factsOf(answer.body)
  if (!isForWriting) return facts
  const repo = { repo: `${facts.owner}/${facts.name}` }
  if (valueAt(answer.body, 'archived') === true) throw new SyncError('repository_archived', repo)
  if (valueAt(answer.body, 'permissions', 'push') === false) {
    throw new SyncError('no_write_access', repo)
  }
  return facts
}

export const factsOf = (body: unknown): RepositoryFacts => ({
  owner: textAt(body, 'owner', 'login'),
  name: textAt(body, 'name'),
  id: Number(valueAt(body, 'id')),
  defaultBranch: textAt(body, 'default_branch'),
  isPrivate: valueAt(body, 'private') === true,
})
