import type { Clock } from '#clock/clock.ts'
import { type GithubSettings, githubSignIn } from '#outside/github-sign-in.ts'
import { type GoogleSettings, googleSignIn } from '#outside/oidc/google-sign-in.ts'
import type { SignInProvider, SignInProviders } from '#outside/sign-in-provider.ts'

type Settings = {
  github: GithubSettings | null
  githubStandby?: Pick<GithubSettings, 'clientId' | 'clientSecret'> | null
  google: GoogleSettings | null
}

/** The providers that this installation is registered with. */
export function openSignInProviders(
  { github, githubStandby, google }: Settings,
  clock: Clock,
  isFirstAppOff: () => boolean = () => false,
): SignInProviders {
  const open = [
    ...(github ? [githubWithStandby(github, githubStandby, clock, isFirstAppOff)] : []),
    ...(google ? [googleSignIn(google, clock)] : []),
  ]

  return new Map(open.map((one) => [one.name, one]))
}

/** The standby app signs users in while the first one is off. Their accounts are the same, because GitHub's ids are. */
function githubWithStandby(
  github: GithubSettings,
  standby: Settings['githubStandby'],
  clock: Clock,
  isFirstAppOff: () => boolean,
): SignInProvider {
  const first = githubSignIn(github, clock)
  if (!standby) return first
  const second = githubSignIn({ ...github, ...standby }, clock)
  const inUse = () => (isFirstAppOff() ? second : first)

  return {
    ...first,
    authorizeUrl: (...given) => inUse().authorizeUrl(...given),
    exchange: (...given) => inUse().exchange(...given),
  }
}
