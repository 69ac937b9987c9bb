import { AppError } from '#errors/app-error.ts'

/** Somebody else's project and one that does not exist look the same. */
export const projectNotFound = () => new AppError('not_found', 404, 'Project not found')

export const ownersInvite = () =>
  new AppError('owner_only', 403, 'Only the owner of a project invites others')
