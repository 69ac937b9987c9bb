import { randomBytes } from 'node:crypto'

export type ProviderName = 'github' | 'google'

/**
 * A provider's data about a user. The key is (provider, subject), because names and addresses can pass to other users.
 */
export type ProviderProfile = {
  provider: ProviderName
  issuer: string
  subject: string
  email: string | null
  /** An unverified address must never resolve to the account that has it. */
  emailVerified: boolean
  name: string | null
  avatarUrl: string | null
  username: string | null
  /** The provider's answer, unchanged. */
  raw: Readonly<Record<string, unknown>>
}

/** One sign-in with a provider. The browser never sees the code verifier. */
export type SignInAttempt = {
  state: string
  redirectUri: string
  /** The PKCE verifier of our own call to the provider. Stored sealed, as is the nonce. */
  codeVerifier: string
  nonce: string
}

type AuthorizeOptions = {
  /** Beyond those that signing in needs. */
  scopes: readonly string[]
  /** Parameters for the provider, such as `prompt`; ours override them. */
  extra: Readonly<Record<string, string>>
}

export type ProviderSignIn = {
  profile: ProviderProfile
  providerToken: string
  providerRefreshToken: string | null
  /** When the two end; null: not told. */
  tokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  scopes: readonly string[]
}

export type IdTokenClaim = {
  idToken: string
  /** If given, it must be the one that was issued together with the id token. */
  accessToken?: string | undefined
  /** As the client chose it; the id token holds its SHA-256 in hex. */
  nonce?: string | undefined
}

/** A trusted third-party sign-in. Every call has a time limit and fails with `ProviderError`. */
export type SignInProvider = {
  name: ProviderName
  issuer: string
  /** Where to send the browser. */
  authorizeUrl(attempt: SignInAttempt, options: AuthorizeOptions): Promise<string>
  /** Trades the parameters that came to the callback for the person and the provider's tokens. */
  exchange(attempt: SignInAttempt, callback: URLSearchParams): Promise<ProviderSignIn>
  /**
   * Verifies an id token that a client got from the provider; may also fail with `IdTokenError`. Null where a provider
   * issues none.
   */
  readIdToken: ((claim: IdTokenClaim) => Promise<ProviderProfile>) | null
}

/** A caller may set the nonce; otherwise it is random. */
export type SignInProviders = ReadonlyMap<ProviderName, SignInProvider>

/** A caller of the identity service may bring a nonce of its own; otherwise nobody can guess it. */
export const beginAttempt = ({
  state,
  redirectUri,
  nonce = unguessable(),
}: {
  state: string
  redirectUri: string
  nonce?: string | undefined
}): SignInAttempt => ({ state, redirectUri, nonce, codeVerifier: unguessable() })

/** 43 characters: as short as PKCE allows, with all of the 256 bits. */
const unguessable = () => randomBytes(32).toString('base64url')
