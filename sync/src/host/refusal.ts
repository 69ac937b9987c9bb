import { type Facts, SyncError, type SyncErrorCode } from '#errors/sync-error.ts'
import { type Answer, messageOf, valueAt } from './answer.ts'

/** The request's subject, for the text of its refusal. */
export type About = {
  owner: string
  name?: string
  branch?: string
  path?: string
  /** Whether the request contains workflow files. */
  hasWorkflows?: boolean
}

/** Converts an answer to a refusal from the closed list. */
export function refusalOf(answer: Answer, about: About, isWrite: boolean): SyncError {
  const code = codeOf(answer, about, isWrite)
  const moved = code === 'repository_moved' ? namesOf(answer, about) : {}
  const said = BY_RULE.has(code) ? saidIn(answer) : {}
  const lacking = code === 'token_not_allowed' ? { needed: neededFor(answer) } : {}

  return new SyncError(code, { ...factsOf(about), ...moved, ...said, ...lacking })
}

/** Only GitHub can explain the reasons of a repository's rule. */
const BY_RULE = new Set<SyncErrorCode>(['secret_refused', 'branch_protected', 'signature_required'])

export const MAX_SAID = 2000

function saidIn({ body }: Answer): Facts {
  const message = valueAt(body, 'message')

  return typeof message === 'string' ? { said: message.trim().slice(0, MAX_SAID) } : {}
}

function factsOf({ owner, name, branch, path }: About): Facts {
  return {
    owner,
    ...(name !== undefined && { name, repo: `${owner}/${name}` }),
    ...(branch !== undefined && { branch }),
    ...(path !== undefined && { path }),
  }
}

/** GitHub may redirect to a numeric URL without a name; reading the repository again returns the name. */
function namesOf(answer: Answer, { owner, name = '' }: About): Facts {
  const [, newName] = /\/repos\/([^/]+\/[^/]+)/.exec(answer.header('location') ?? '') ?? []

  return { old: `${owner}/${name}`, new: newName ?? `${owner}/${name}` }
}

/** GitHub states the required rights; some answers hide them from pages. */
export const neededFor = (answer: Answer): string =>
  answer.header('x-accepted-github-permissions') ??
  (answer.header('x-accepted-oauth-scopes') || 'contents=write')

function codeOf(answer: Answer, about: About, isWrite: boolean): SyncErrorCode {
  const message = messageOf(answer)
  switch (answer.status) {
    // Pages see a redirect as status 0.
    case 0:
    case 301:
    case 307:
    case 308:
      return 'repository_moved'
    case 403:
      return forbidden(message, about, isWrite)
    case 404:
      if (!isWrite) return 'repository_missing'
      return about.hasWorkflows ? 'workflow_denied' : 'no_write_access'
    case 409:
      return /secret|push protection/i.test(message) ? 'secret_refused' : 'branch_moved'
    case 410:
      return 'issues_disabled'
    case 413:
      return 'file_too_large'
    case 422:
      return unprocessable(message)
    default:
      return 'github_unavailable'
  }
}

/** Rulesets and the older branch protection use different texts. */
const PROTECTED = /rule violations|protected|pull request|required status check|cannot update this/i

function forbidden(message: string, about: About, isWrite: boolean): SyncErrorCode {
  if (/archived/i.test(message)) return 'repository_archived'
  if (/SAML|SSO|OAuth App access restrictions|IP allow list/i.test(message)) return 'org_restricted'
  if (/signature|signed/i.test(message)) return 'signature_required'
  if (PROTECTED.test(message)) return 'branch_protected'
  if (about.hasWorkflows && /workflow|not accessible/i.test(message)) return 'workflow_denied'
  if (/not accessible by integration|suspended/i.test(message)) return 'app_not_installed'
  if (/not accessible by personal access token/i.test(message)) return 'token_not_allowed'
  return isWrite ? 'no_write_access' : 'repository_missing'
}

function unprocessable(message: string): SyncErrorCode {
  if (/name already exists/i.test(message)) return 'name_taken'
  if (/"field":\s*"name"|Repository creation failed/i.test(message)) return 'name_invalid'
  if (/signature|signed commits/i.test(message)) return 'signature_required'
  if (/secret/i.test(message)) return 'secret_refused'
  if (PROTECTED.test(message)) return 'branch_protected'
  if (/Reference does not exist/i.test(message)) return 'branch_missing'
  if (/not a valid ref name/i.test(message)) return 'branch_invalid'
  if (/fast forward|Reference already exists|Reference update failed/i.test(message)) {
    return 'branch_moved'
  }
  if (/too large|exceeds/i.test(message)) return 'file_too_large'
  return 'github_unavailable'
}
