import { SyncError } from '#errors/sync-error.ts'
import { isBranchName } from '#paths/branch-name.ts'
import { isRepositoryName } from '#paths/repository-name.ts'

export type Repository = { owner: string; name: string }
export type Target = Repository & { branch: string }

export const repositoryPath = ({ owner, name }: Repository): string =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`

/** Slashes in a branch or path are not encoded. */
export const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

export const branchPath = (target: Target): string =>
  `${repositoryPath(target)}/branches/${segments(target.branch)}`

export const refPath = (target: Target, list: 'ref' | 'refs'): string =>
  `${repositoryPath(target)}/git/${list}/heads/${segments(target.branch)}`

export function refuseNames({ owner, name, branch }: Target): void {
  if (!isRepositoryName(name)) throw new SyncError('name_invalid', { owner, name })
  if (!isBranchName(branch)) throw new SyncError('branch_invalid', { branch })
}
