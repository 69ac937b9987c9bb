import { AppError } from '@app/platform/errors/app-error.ts'

/** Another member's project is treated as non-existent. */
export const projectNotFound = () => new AppError('not_found', 404, 'Project not found')

export const syncRunning = () =>
  new AppError('conflict', 409, 'Another sync of this account is under way', { retryAfterS: 2 })

export const ownersInvite = () =>
  new AppError('owner_only', 403, 'Only the owner of a project invites others')
