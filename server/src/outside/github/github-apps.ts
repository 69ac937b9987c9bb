import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Github } from './github.ts'

/** Two registrations at the same GitHub. Calls with a token of a member need neither. */
export type GithubApps = Github & {
  /** What new connections are made with. */
  inUse(): Github
  /** What a connection was made with; null names the first. */
  ofApp(clientId: string | null): Github
  /** Whether connections of this app have to be made anew. */
  isOff(clientId: string | null): boolean
}

type Needs = { first: Github; standby: Github | null; isFirstOff: () => boolean }

export function githubApps({ first, standby, isFirstOff }: Needs): GithubApps {
  const isOff = () => standby !== null && isFirstOff()

  return {
    ...first,
    installationToken: standby ? eitherToken(first, standby) : first.installationToken,
    inUse: () => (standby && isOff() ? standby : first),
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
