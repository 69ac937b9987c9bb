import type { Clock } from '#clock/clock.ts'
import { type GithubSettings, githubSignIn } from '#outside/github-sign-in.ts'
import { type GoogleSettings, googleSignIn } from '#outside/oidc/google-sign-in.ts'
import type { SignInProviders } from '#outside/sign-in-provider.ts'

/** The providers that this installation is registered with. */
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
