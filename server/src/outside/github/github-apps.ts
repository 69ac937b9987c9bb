import type { Clock } from '@app/platform/clock/clock.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type Github, type GithubConnectionSettings, openGithub } from './github.ts'
import type { RepositoryIssues } from './issues.ts'

/** Two registrations at the same GitHub. Calls with a token of a member need neither. */
export type GithubApps = Github & {
  /** What new connections are made with. */
  inUse(): Github
  /** What a connection was made with; null names the first. */
  ofApp(clientId: string | null): Github
  /** Whether connections of this app have to be made anew. */
  isOff(clientId: string | null): boolean
}

export type GithubAppsSettings = {
  first: GithubConnectionSettings
  standby: GithubConnectionSettings | null
}

/** `isFirstOff`: whether an operator put the standby app in place of the first. */
export function openGithubApps(
  settings: GithubAppsSettings,
  clock: Clock,
  isFirstOff: () => boolean,
): GithubApps {
  const first = openGithub(settings.first, clock)
  const standby = settings.standby && openGithub(settings.standby, clock)
  const isOff = () => standby !== null && isFirstOff()
  const inUse = () => (standby && isOff() ? standby : first)

  return {
    ...first,
    installationToken: standby ? eitherToken(first, standby) : first.installationToken,
    issuesOf: standby ? issuesOfEither(first, standby, inUse) : first.issuesOf,
    inUse,
    ofApp: (clientId) => (standby && clientId === standby.clientId ? standby : first),
    isOff: (clientId) => {
      if (clientId === null || clientId === first.clientId) return isOff()
      return clientId !== standby?.clientId
    },
  }
}

/** An installation belongs to one app, and the other one gets no token for it. */
function eitherToken(first: Github, standby: Github): Github['installationToken'] {
  const [one, other] = [first.installationToken, standby.installationToken]
  if (!one || !other) return one ?? other

  return async (id, restriction) => {
    const token = await one(id, restriction).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    if (token !== null && !(token instanceof ProviderError)) return token
    const second = await other(id, restriction)
    if (second === null && token instanceof ProviderError) throw token
    return second
  }
}

/** As the app in use, else as the one that is installed on the repository. */
function issuesOfEither(first: Github, standby: Github, inUse: () => Github): Github['issuesOf'] {
  if (!first.issuesOf || !standby.issuesOf) return first.issuesOf ?? standby.issuesOf
  const [ofFirst, ofStandby] = [first.issuesOf, standby.issuesOf]

  return (fullName) => {
    const [one, other] = [ofFirst(fullName), ofStandby(fullName)]
    const inTurn = (): [RepositoryIssues, RepositoryIssues] =>
      inUse() === first ? [one, other] : [other, one]

    return {
      repository: async () => {
        const [now, then] = inTurn()
        return (await now.repository()) ?? (await then.repository())
      },
      create: async (issue, marker) => {
        const [now, then] = inTurn()
        const outcome = await now.create(issue, marker)
        return outcome.kind === 'missing' ? then.create(issue, marker) : outcome
      },
    }
  }
}
