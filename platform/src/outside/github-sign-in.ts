import type { Clock } from '#clock/clock.ts'
import { openGithubApi } from './github-api.ts'
import { openGithubOAuth } from './github-oauth.ts'
import { fetchGithubEmail, fetchGithubUser } from './github-user.ts'
import { ProviderError } from './provider-error.ts'
import { requireSafeAddress } from './safe-address.ts'
import type { ProviderProfile, SignInProvider } from './sign-in-provider.ts'
import { webAddress } from './web-address.ts'

const READ_EMAILS = 'user:email'
const LIMIT_MS = 10_000

export type GithubSettings = {
  webUrl: string
  userAgent: string
  apiUrl: string
  clientId: string
  clientSecret: string
  limitMs?: number
}

export function githubSignIn(settings: GithubSettings, clock: Clock): SignInProvider {
  const { webUrl, apiUrl, userAgent, clientId, clientSecret, limitMs = LIMIT_MS } = settings
  requireSafeAddress('GITHUB_WEB_URL', webUrl)
  requireSafeAddress('GITHUB_API_URL', apiUrl)
  const oauth = openGithubOAuth({ webUrl, userAgent, clientId, clientSecret, limitMs, clock })
  const api = openGithubApi({ url: apiUrl, userAgent, limitMs, clock })

  const profileOf = async (accessToken: string): Promise<ProviderProfile> => {
    const user = await fetchGithubUser(api, accessToken)
    const { email, emailVerified } = await fetchGithubEmail(api, accessToken, user)

    return {
      provider: 'github',
      issuer: apiUrl,
      subject: String(user.id),
      email,
      emailVerified,
      name: user.name || null,
      avatarUrl: webAddress(user.avatar_url),
      username: user.login,
      raw: user,
    }
  }

  return {
    name: 'github',
    issuer: apiUrl,
    async authorizeUrl(attempt, { scopes, extra }) {
      // GitHub Apps ignore scopes, but OAuth Apps need them; either may be registered.
      const scope = [...new Set([READ_EMAILS, ...scopes])].join(' ')
      return oauth.authorizeUrl(attempt, { ...extra, scope })
    },
    async exchange(attempt, callback) {
      const tokens = await oauth.exchangeCode(attempt, codeIn(callback))

      return {
        profile: await profileOf(tokens.accessToken),
        providerToken: tokens.accessToken,
        providerRefreshToken: tokens.refreshToken,
        tokenExpiresAt: tokens.expiresAt,
        refreshTokenExpiresAt: tokens.refreshTokenExpiresAt,
        scopes: tokens.scopes,
        clientId,
      }
    },
    readIdToken: null,
  }
}

function codeIn(callback: URLSearchParams): string {
  const code = callback.get('code')
  if (code) return code

  throw new ProviderError('github', 'code_refused', 'redirected back without a code', {
    providerCode: callback.get('error') ?? undefined,
    providerMessage: callback.get('error_description') ?? undefined,
  })
}
