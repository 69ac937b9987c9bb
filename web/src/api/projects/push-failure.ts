import type { MessageKey, Translator } from '#i18n/messages.ts'

/** GitHub's refusals, by the sync engine's codes. */
const REASONS: Partial<Record<string, MessageKey>> = {
  app_not_installed: 'pushFailure.reason.appNotInstalled',
  branch_missing: 'pushFailure.reason.branchGone',
  branch_moved: 'pushFailure.reason.branchMoved',
  branch_protected: 'pushFailure.reason.branchProtected',
  file_too_large: 'pushFailure.reason.fileTooLarge',
  no_write_access: 'pushFailure.reason.noWriteAccess',
  org_restricted: 'pushFailure.reason.orgRestricted',
  rate_limited: 'pushFailure.reason.rateLimited',
  repository_archived: 'pushFailure.reason.repositoryArchived',
  repository_missing: 'pushFailure.reason.repositoryMissing',
  secret_refused: 'pushFailure.reason.secretRefused',
  signature_required: 'pushFailure.reason.signatureRequired',
  token_not_allowed: 'pushFailure.reason.tokenNotAllowed',
  token_refused: 'pushFailure.reason.tokenRefused',
  workflow_denied: 'pushFailure.reason.workflowDenied',
}

const OTHERS: Partial<Record<string, MessageKey>> = {
  cancelled: 'pushFailure.cancelled',
  github_unavailable: 'pushFailure.unavailable',
  offline: 'pushFailure.offline',
}

/** Why a recorded push failed; the record's query has loaded the texts. Records contain a code; older ones contain a sentence, which is shown unchanged. */
export function pushFailureText(t: Translator['t'], error: string): string {
  const reason = REASONS[error]
  if (reason) return t('pushFailure.refused', { reason: t(reason) })
  const other = OTHERS[error]
  if (other) return t(other)

  return /^[a-z_]+$/.test(error) ? t('pushFailure.unknown') : error
}
