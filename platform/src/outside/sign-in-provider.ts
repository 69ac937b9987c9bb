import { randomBytes } from 'node:crypto'

export type ProviderName = 'github' | 'google'

/** What a provider says about somebody. The key is (provider, subject): names and addresses change hands. */
export type ProviderProfile = {
  provider: ProviderName
  issuer: string
  subject: string
  email: string | null
  /** An address that is not verified must never lead to an account that has it. */
  emailVerified: boolean
  name: string | null
  avatarUrl: string | null
  username: string | null
  /** The provider's own words, unchanged. */
  raw: Readonly<Record<string, unknown>>
}

/** One person's way to the provider and back. Only `state` and `redirectUri` leave the house. */
export type SignInAttempt = {
  state: string
  redirectUri: string
  /** PKCE: proves that who comes back is who went. Kept sealed until then, as is the nonce. */
  codeVerifier: string
  nonce: string
}

type Wishes = {
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
  authorizeUrl(attempt: SignInAttempt, wishes: Wishes): Promise<string>
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
