import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { SyncError } from '@app/sync/sync-error'

export const importRunning = (cloneId: string) =>
  new AppError('import_running', 409, 'An import is running already', { facts: { cloneId } })

export const cloneNotFound = () => new AppError('not_found', 404, 'There is no such import')

export const cloneNotAsking = () =>
  new AppError('clone_not_asking', 409, 'This import does not wait for an answer')

export const cloneNotDeletable = () =>
  new AppError(
    'clone_not_deletable',
    403,
    'The app may not delete repositories in your account. Allow Administration, then try again.',
  )

export const installationMissing = (username: string, installUrl: string | null) =>
  new AppError('GITHUB_APP_INSTALLATION_MISSING', 409, 'The GitHub App is not installed', {
    facts: { has_installation: false, github_username: username, install_url: installUrl },
  })

export const branchInvalid = () =>
  new AppError('validation_failed', 400, 'branch: This is not a name for a branch')

export const tooManyImports = (retryAfterS: number) =>
  new AppError('over_request_rate_limit', 429, 'Too many imports in a short time', { retryAfterS })

/** Converts errors of GitHub or the engine from before the import. */
export function startRefused(error: unknown): unknown {
  if (error instanceof ProviderError) return unavailable(error, error.retryAfterS)
  if (!(error instanceof SyncError)) return error

  switch (error.code) {
    case 'repository_missing':
    case 'app_not_installed':
    case 'org_restricted':
    case 'name_invalid':
      return new AppError(
        'repository_missing',
        404,
        'The repository does not exist, or the app may not see it',
        { cause: error },
      )
    case 'branch_missing':
      return new AppError('branch_missing', 404, 'The branch is gone', { cause: error })
    case 'branch_invalid':
      return branchInvalid()
    case 'repository_too_large':
      return new AppError('repository_too_large', 413, 'The repository is too large to be copied', {
        cause: error,
      })
    default:
      return unavailable(error)
  }
}

const unavailable = (cause: Error, retryAfterS = 5) =>
  new AppError('GITHUB_UNAVAILABLE', 503, 'GitHub does not answer right now', {
    cause,
    retryAfterS,
  })
