import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'

/** Calls about user tokens, authenticated with the app's secret. */
export type GithubGrants = {
  /** False when GitHub no longer knows the token. */
  isAlive(accessToken: string): Promise<boolean>
  /** Revokes the user's grant with all of its tokens. */
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
    // For an unknown token there is nothing to revoke.
    revokeGrant: async (accessToken) => void (await send('DELETE', 'grant', accessToken)),
    revokeToken: async (accessToken) => void (await send('DELETE', 'token', accessToken)),
  }
}
