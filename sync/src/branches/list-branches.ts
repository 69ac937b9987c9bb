import { SyncError } from '#errors/sync-error.ts'
import { type Repository, refuseNames, repositoryPath, type Target } from '#github/target.ts'
import { listAt, textAt, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { openOperation, type Watching } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { moveBranch } from '#push/move-branch.ts'

export type Branch = { name: string; commit: string; isProtected: boolean }

const PAGE_SIZE = 100
/** Beyond this, users search instead. */
const MOST_PAGES = 50

/** All branches, across all pages. */
export async function listBranches(
  host: Host,
  repository: Repository,
  watching: Watching = {},
): Promise<Branch[]> {
  const operation = openOperation(watching)
  const branches: Branch[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const path = `${repositoryPath(repository)}/branches?per_page=${PAGE_SIZE}&page=${page}`
    const answer = await host.call(operation, { method: 'GET', path })
    if (answer.status === 409) return []
    if (answer.status !== 200) throw refusalOf(answer, repository, false)
    const lines = listAt(answer.body)
    branches.push(
      ...lines.map((line) => ({
        name: textAt(line, 'name'),
        commit: textAt(line, 'commit', 'sha'),
        isProtected: valueAt(line, 'protected') === true,
      })),
    )
    if (lines.length < PAGE_SIZE) break
  }
  return branches
}

/** Creates a branch at a commit. An existing branch with this name is not changed. */
export async function createBranch(
  host: Host,
  target: Target,
  commit: string,
  watching: Watching = {},
): Promise<void> {
  refuseNames(target)
  const operation = openOperation(watching)
  const isDone = await moveBranch(host, operation, {
    target,
    commit,
    head: '',
    isNew: true,
    isOld: true,
  })
  if (!isDone) throw new SyncError('branch_moved', { branch: target.branch })
}
