import { randomBytes } from 'node:crypto'

export type ProviderName = 'github' | 'google'

/** A provider's profile of a user. The key is (provider, subject): names and addresses change owners. */
export type ProviderProfile = {
  provider: ProviderName
  issuer: string
  subject: string
  email: string | null
  /** An unverified address must never lead to the account that has it. */
  emailVerified: boolean
  name: string | null
  avatarUrl: string | null
  username: string | null
  /** The provider's profile, unchanged. */
  raw: Readonly<Record<string, unknown>>
}

/** One sign-in attempt at a provider. Only `state` and `redirectUri` leave the server. */
export type SignInAttempt = {
  state: string
  redirectUri: string
  /** PKCE: proves that the browser that returns is the one that left. Kept sealed until then, like the nonce. */
  codeVerifier: string
  nonce: string
}

type AuthorizeOptions = {
  /** Beyond those that signing in needs. */
  scopes: readonly string[]
  /** Parameters for the provider, such as `prompt`; ours win over theirs. */
  extra: Readonly<Record<string, string>>
}

export type ProviderSignIn = {
  profile: ProviderProfile
  providerToken: string
  providerRefreshToken: string | null
}

export type IdTokenClaim = {
  idToken: string
  /** If given, it must be the one that was issued together with the id token. */
  accessToken?: string | undefined
  /** As the client chose it; the id token holds its SHA-256 in hex. */
  nonce?: string | undefined
}

/** Somebody else's sign-in that we trust. Every call has a time limit and fails with `ProviderError`. */
export type SignInProvider = {
  name: ProviderName
  issuer: string
  /** Where to send the browser. */
  authorizeUrl(attempt: SignInAttempt, options: AuthorizeOptions): Promise<string>
  /** Trades the parameters that came to the callback for the person and the provider's tokens. */
  exchange(attempt: SignInAttempt, callback: URLSearchParams): Promise<ProviderSignIn>
  /**
   * Reads an id token that a client got by itself; fails with `IdTokenError`, too. Null where a
   * provider makes none.
   */
  readIdToken: ((claim: IdTokenClaim) => Promise<ProviderProfile>) | null
}

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
