/** All failures of the engine. Callers find the text by code and fill in the facts. */
export const SYNC_ERROR_CODES = [
  'nothing_to_push',
  'project_empty',
  'export_missing',
  'export_unanswered',
  'contents_missing',
  'zip_invalid',
  'zip_damaged',
  'zip_too_large',
  'path_refused',
  'file_too_large',
  'not_connected',
  'token_refused',
  'repository_missing',
  'repository_too_large',
  'changes_too_large',
  'repository_moved',
  'name_taken',
  'name_invalid',
  'no_write_access',
  'repository_archived',
  'app_not_installed',
  'token_not_allowed',
  'org_restricted',
  'workflow_denied',
  'branch_missing',
  'branch_invalid',
  'branch_moved',
  'branch_protected',
  'signature_required',
  'secret_refused',
  'issues_disabled',
  'pull_request_denied',
  'pull_request_empty',
  'pull_request_open',
  'pull_request_refused',
  'pull_request_unanswered',
  'draft_unsupported',
  'rate_limited',
  'github_unavailable',
  'offline',
  'file_damaged',
  'tree_mismatch',
  'cancelled',
  'too_late',
  'queue_full',
] as const

export type SyncErrorCode = (typeof SYNC_ERROR_CODES)[number]

/** Whether a request with a possible effect got no answer. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof SyncError && ['offline', 'github_unavailable'].includes(error.code)

export type Facts = Readonly<Record<string, string | number>>

/** The only error that the engine throws intentionally. Facts never contain a token or file content. */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  readonly code: SyncErrorCode
  readonly facts: Facts
  /** When a retry makes sense, in milliseconds since 1970. */
  readonly retryAt?: number

  constructor(code: SyncErrorCode, facts: Facts = {}, retryAt?: number) {
    super(code)
    this.code = code
    this.facts = facts
    if (retryAt !== undefined) this.retryAt = retryAt
  }
}
