import { FunctionError } from '#api/calls/call-function.ts'
import { userMessage } from '#api/errors/user-message.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { type GithubCall, GithubError, IntegrationUnknown, NotConnected } from './github-error.ts'

/** Specification, section 8. */
const FAILED: Record<GithubCall, MessageKey> = {
  repositories: 'github.failed.repositories',
  profile: 'github.failed.profile',
  search: 'github.failed.search',
  rateLimit: 'github.failed.rateLimit',
  repository: 'github.failed.repository',
  commits: 'github.failed.commits',
  installations: 'github.failed.installations',
  account: 'github.failed.account',
}

/** Our server's reasons to refuse a token. */
const REFUSED: Partial<Record<string, MessageKey>> = {
  GITHUB_APP_INSTALLATION_MISSING: 'github.failed.notInstalled',
  GITHUB_NOT_CONFIGURED: 'github.failed.notConfigured',
  GITHUB_UNAVAILABLE: 'github.failed.unreachable',
  NO_ACCESS_TOKEN: 'github.failed.reconnect',
  NO_GITHUB_APP: 'github.failed.noIntegration',
  NO_INSTALLATION: 'github.failed.installationUnknown',
  TOKEN_EXPIRED_NO_REFRESH: 'github.failed.reconnect',
  TOKEN_RENEWAL_FAILED: 'github.failed.reconnect',
}

/** The message for a failed call to the code host. */
export function githubMessage(t: Translator['t'], error: unknown): string {
  if (error instanceof GithubError) {
    return error.status === 0
      ? t('github.failed.unreachable')
      : t(FAILED[error.call], { answer: error.message })
  }
  if (error instanceof NotConnected) {
    return t(error.missing === 'token' ? 'github.failed.noToken' : 'github.failed.noIntegration')
  }
  if (error instanceof IntegrationUnknown) {
    return t('github.failed.integration', { reason: error.message })
  }

  const known = error instanceof FunctionError ? REFUSED[error.code] : undefined
  return known ? t(known) : userMessage(t, error, 'errors.tryAgain')
}
