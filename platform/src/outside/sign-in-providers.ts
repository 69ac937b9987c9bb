import type { Clock } from '#clock/clock.ts'
import { type GithubSettings, githubSignIn } from './github-sign-in.ts'
import type { GoogleSettings } from './google-oidc.ts'
import { googleSignIn } from './google-sign-in.ts'
import type { ProviderName, SignInProvider } from './sign-in-provider.ts'

export type SignInProviders = ReadonlyMap<ProviderName, SignInProvider>

/** The configured providers. */
export function openSignInProviders(
  { github, google }: { github: GithubSettings | null; google: GoogleSettings | null },
  clock: Clock,
): SignInProviders {
  const open = [
    ...(github ? [githubSignIn(github, clock)] : []),
    ...(google ? [googleSignIn(google, clock)] : []),
  ]

  return new Map(open.map((one) => [one.name, one]))
}
