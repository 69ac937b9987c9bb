/**
 * How a token was created: by the app for a member, or personally. Classic tokens and those of OAuth Apps have scopes; fine-grained ones
 * have permissions, which no answer contains.
 */
export type TokenKind = 'app' | 'classic' | 'fine_grained'

/** GitHub marks its tokens by a prefix. Classic ones from before 2021 have none. */
export function tokenKind(token: string): TokenKind {
  if (token.startsWith('github_pat_')) return 'fine_grained'
  return /^gh[us]_/.test(token) ? 'app' : 'classic'
}
