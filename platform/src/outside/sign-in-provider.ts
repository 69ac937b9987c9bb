import { randomBytes } from 'node:crypto'

/** Providers that an admin adds are named `custom:` and a word. */
export type ProviderName = 'github' | 'google' | `custom:${string}`

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
  /** The PKCE verifier of our call to the provider. It is stored sealed, like the nonce. */
  codeVerifier: string
  nonce: string
}

type AuthorizeOptions = {
  /** Scopes beyond those that sign-in needs. */
  scopes: readonly string[]
  /** Parameters for the provider, such as `prompt`; our own override them. */
  extra: Readonly<Record<string, string>>
}

export type ProviderSignIn = {
  profile: ProviderProfile
  providerToken: string
  providerRefreshToken: string | null
  /** When the tokens expire; null: unknown. */
  tokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  scopes: readonly string[]
  /** Our registration that was given the tokens, where a provider has several. */
  clientId?: string
}

export type IdTokenClaim = {
  idToken: string
  /** If present, it must be the one issued together with the id token. */
  accessToken?: string | undefined
  /** The nonce that the client chose; the id token contains its SHA-256 in hex. */
  nonce?: string | undefined
}

/** A trusted third-party sign-in provider. Every call has a time limit and fails with `ProviderError`. */
export type SignInProvider = {
  name: ProviderName
  issuer: string
  /** The URL to which the browser is redirected. */
  authorizeUrl(attempt: SignInAttempt, options: AuthorizeOptions): Promise<string>
  /** Exchanges the callback's parameters for the user's profile and the provider's tokens. */
  exchange(attempt: SignInAttempt, callback: URLSearchParams): Promise<ProviderSignIn>
  /**
   * Verifies an id token that a client got from the provider; may also fail with `IdTokenError`. Null if a provider issues none.
   */
  readIdToken: ((claim: IdTokenClaim) => Promise<ProviderProfile>) | null
}

/** A caller may set the nonce; otherwise it is random. */
export type SignInProviders = ReadonlyMap<ProviderName, SignInProvider>

/** A caller of the identity service may provide a nonce; otherwise it is unguessable. */
export const beginAttempt = ({
  state,
  redirectUri,
  nonce = unguessable(),
}: {
  state: string
  redirectUri: string
  nonce?: string | undefined
}): SignInAttempt => ({ state, redirectUri, nonce, codeVerifier: unguessable() })

/** 43 characters: the minimum for PKCE, with all 256 bits. */
const unguessable = () => randomBytes(32).toString('base64url')
