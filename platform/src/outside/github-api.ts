import type { Clock } from '#clock/clock.ts'
import { askJson, type JsonAnswer } from './ask-json.ts'
import { ProviderError } from './provider-error.ts'

const API_VERSION = '2022-11-28'

type More = { method?: string; body?: object; scheme?: 'Bearer' | 'Basic' }

export type GithubApi = {
  url: string
  /** Returns answers with a status below 500; throws for refused tokens and rate limits. */
  get(path: string, accessToken: string): Promise<JsonAnswer>
  /** The same for other methods and the app's credentials; without credentials, for public data. */
  send(path: string, credentials: string | null, more: More): Promise<JsonAnswer>
}

/** GitHub refuses requests without a user agent. */
type Options = { url: string; userAgent: string; limitMs: number; clock: Clock }

/** GitHub's REST API, with a user's token or the app's credentials. */
export function openGithubApi({ url, userAgent, limitMs, clock }: Options): GithubApi {
  const send: GithubApi['send'] = async (path, credentials, more) => {
    const { method = 'GET', body, scheme = 'Bearer' } = more
    const answer = await askJson({
      provider: 'github',
      url: url + path,
      limitMs,
      method,
      headers: {
        accept: 'application/vnd.github+json',
        ...(credentials !== null && { authorization: `${scheme} ${credentials}` }),
        'user-agent': userAgent,
        'x-github-api-version': API_VERSION,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status === 401) {
      throw new ProviderError('github', 'token_refused', 'does not accept the token')
    }
    const retryAfterS = secondsToWait(answer, clock)
    if (retryAfterS !== undefined) {
      throw new ProviderError('github', 'rate_limited', 'was asked too often', { retryAfterS })
    }

    return answer
  }

  return { url, send, get: (path, accessToken) => send(path, accessToken, {}) }
}

const DEFAULT_WAIT_S = 60

/** GitHub answers rate limits and missing permissions with 403; the headers distinguish them. */
function secondsToWait({ status, headers }: JsonAnswer, clock: Clock): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== null) return Number.parseInt(retryAfter, 10) || DEFAULT_WAIT_S
  if (headers.get('x-ratelimit-remaining') === '0') {
    const resetS = Number(headers.get('x-ratelimit-reset'))
    return Math.max(1, Math.ceil(resetS - clock.now().getTime() / 1000))
  }

  return status === 429 ? DEFAULT_WAIT_S : undefined
}
