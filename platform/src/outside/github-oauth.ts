import * as z from 'zod/mini'
import type { Clock } from '#clock/clock.ts'
import { askJson } from './ask-json.ts'
import { authorizeAddress } from './authorize-address.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import type { SignInAttempt } from './sign-in-provider.ts'

export type GithubTokens = {
  accessToken: string
  /** These three are null if the app's tokens do not expire. */
  expiresAt: Date | null
  refreshToken: string | null
  refreshTokenExpiresAt: Date | null
  /** Empty for a GitHub App, which uses permissions instead. */
  scopes: string[]
}

export type GithubOAuth = {
  authorizeUrl(attempt: SignInAttempt, parameters: Readonly<Record<string, string>>): string
  exchangeCode(attempt: SignInAttempt, code: string): Promise<GithubTokens>
  /** Both old tokens become invalid with the answer, so store the new ones first. */
  refresh(refreshToken: string): Promise<GithubTokens>
}

type Options = {
  webUrl: string
  userAgent: string
  clientId: string
  clientSecret: string
  limitMs: number
  clock: Clock
}

/** Written by hand, because OAuth libraries expect error statuses but GitHub answers errors with 200. */
export function openGithubOAuth(options: Options): GithubOAuth {
  const { webUrl, userAgent, clientId, clientSecret, limitMs, clock } = options

  const askForTokens = async (parameters: Record<string, string>): Promise<GithubTokens> => {
    const { status, body } = await askJson({
      provider: 'github',
      url: `${webUrl}/login/oauth/access_token`,
      limitMs,
      method: 'POST',
      headers: { accept: 'application/json', 'user-agent': userAgent },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        ...parameters,
      }),
    })
    const refused = z.safeParse(refusal, body)
    if (refused.success) throw refusedWith(refused.data)
    const granted = z.safeParse(grant, body)
    if (!granted.success) {
      throw new ProviderError('github', 'unavailable', `answered ${status} without a token`)
    }

    return tokensOf(granted.data, clock)
  }

  return {
    authorizeUrl: (attempt, parameters) =>
      authorizeAddress(
        `${webUrl}/login/oauth/authorize`,
        attempt,
        { client_id: clientId },
        parameters,
      ),
    exchangeCode: ({ redirectUri, codeVerifier }, code) =>
      askForTokens({ code, redirect_uri: redirectUri, code_verifier: codeVerifier }),
    refresh: (refreshToken) =>
      askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}

const refusal = z.object({ error: z.string(), error_description: z.optional(z.string()) })

const grant = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.optional(z.number()),
  refresh_token: z.optional(z.string()),
  refresh_token_expires_in: z.optional(z.number()),
  scope: z.optional(z.string()),
})

const FAILURES: Readonly<Record<string, ProviderFailure>> = {
  application_suspended: 'misconfigured',
  bad_refresh_token: 'token_refused',
  bad_verification_code: 'code_refused',
  incorrect_client_credentials: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
  unverified_user_email: 'email_unverified',
}

const refusedWith = ({ error, error_description: description }: z.infer<typeof refusal>) =>
  new ProviderError('github', FAILURES[error] ?? 'unavailable', `refused with ${error}`, {
    providerCode: error,
    providerMessage: description,
  })

function tokensOf(granted: z.infer<typeof grant>, clock: Clock): GithubTokens {
  const inSeconds = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000)

  return {
    accessToken: granted.access_token,
    expiresAt: inSeconds(granted.expires_in),
    refreshToken: granted.refresh_token ?? null,
    refreshTokenExpiresAt: inSeconds(granted.refresh_token_expires_in),
    scopes: (granted.scope ?? '').split(/[ ,]+/).filter((one) => one !== ''),
  }
}
