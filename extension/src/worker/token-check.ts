export type TokenCheck =
  | { kind: 'kept'; login: string }
  | { kind: 'refused' }
  /** A classic token without the right to write repositories. */
  | { kind: 'lacking'; scope: string }
  /** A fine-grained token that may not write the project's repository. */
  | { kind: 'lackingPermission'; permission: string; repo: string }
  | { kind: 'notListed'; repo: string }
  | { kind: 'unanswered' }

const NEEDED_SCOPE = 'repo'

/** Not needed to push: for temporary copies, and for workflow files. */
const EXTRA_SCOPES = ['delete_repo', 'workflow'] as const

type ExtraScope = (typeof EXTRA_SCOPES)[number]

type UserAnswer = { status: number; scopes: string | null; isFineGrained: boolean }

/** The problem that GitHub's answer to `/user` shows; null: none. */
export function scopeProblem({ status, scopes, isFineGrained }: UserAnswer): TokenCheck | null {
  if (status === 0 || status === 429 || status >= 500) return { kind: 'unanswered' }
  if (status !== 200) return { kind: 'refused' }
  // Fine-grained tokens have no scopes, and GitHub sends none.
  if (isFineGrained || scopes === null) return null
  return scopesIn(scopes).includes(NEEDED_SCOPE) ? null : { kind: 'lacking', scope: NEEDED_SCOPE }
}

/** What a classic token cannot do besides. */
export const lackedScopes = (scopes: string | null): ExtraScope[] =>
  scopes === null ? [] : EXTRA_SCOPES.filter((one) => !scopesIn(scopes).includes(one))

const scopesIn = (scopes: string) => scopes.split(',').map((one) => one.trim())

type ProbeAnswer = { status: number; accepted: string | null }

/** A write that GitHub cannot carry out, sent to learn whether it would be allowed. */
export function probeProblem({ status, accepted }: ProbeAnswer, repo: string): TokenCheck | null {
  if (status === 404) return { kind: 'notListed', repo }
  if (status !== 403) return null
  return { kind: 'lackingPermission', permission: permissionIn(accepted), repo }
}

/** `contents=write; workflows=write` is one or the other; the first is what a push needs. */
const permissionIn = (accepted: string | null): string =>
  (accepted ?? 'contents=write').split(/[;,]/, 1)[0]?.trim().replace('=', ': ') ?? ''
