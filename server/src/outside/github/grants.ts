import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'

/** What an app may do about the tokens it was given; it proves itself with its secret. */
export type GithubGrants = {
  /** False when GitHub no longer knows the token. */
  isAlive(accessToken: string): Promise<boolean>
  /** The person's whole permission, with every token that came of it. */
  revokeGrant(accessToken: string): Promise<void>
  revokeToken(accessToken: string): Promise<void>
}

type Options = { api: GithubApi; clientId: string; clientSecret: string }

export function openGithubGrants({ api, clientId, clientSecret }: Options): GithubGrants {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  const send = async (method: string, what: 'token' | 'grant', accessToken: string) => {
    const path = `/applications/${encodeURIComponent(clientId)}/${what}`
    const body = { access_token: accessToken }
    const { status } = await api.send(path, credentials, { method, body, scheme: 'Basic' })
    if (![200, 204, 404, 422].includes(status)) {
      throw new ProviderError('github', 'unavailable', `answered ${status} about a ${what}`)
    }
    return status
  }

  return {
    isAlive: async (accessToken) => (await send('POST', 'token', accessToken)) === 200,
    // One that is not known any more has nothing left to revoke.
    revokeGrant: async (accessToken) => void (await send('DELETE', 'grant', accessToken)),
    revokeToken: async (accessToken) => void (await send('DELETE', 'token', accessToken)),
  }
}
