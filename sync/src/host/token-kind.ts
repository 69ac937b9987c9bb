/**
 * How a token was made: by the app for a member, or by a person for themselves. Classic tokens, and those of OAuth apps, have
 * scopes; fine-grained ones have permissions, which no answer tells.
 */
export type TokenKind = 'app' | 'classic' | 'fine_grained'

/** GitHub marks its tokens by a prefix. Classic ones from before 2021 have none. */
export function tokenKind(token: string): TokenKind {
  if (token.startsWith('github_pat_')) return 'fine_grained'
  return /^gh[us]_/.test(token) ? 'app' : 'classic'
}
