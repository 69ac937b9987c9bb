import { readConfigScript } from '#config/config-script.ts'
import { type GithubCall, GithubError } from './github-error.ts'

/** Specification, section 9. */
const API_VERSION = '2022-11-28'

export type CallOptions = { token: string; signal?: AbortSignal | undefined }

/** Resolves to the response, because some callers need its headers. Throws if it is not ok. */
export async function askGithub(
  call: GithubCall,
  path: string,
  { token, signal }: CallOptions,
): Promise<Response> {
  const answer = await fetch(githubAddress(path), {
    headers: githubHeaders(token),
    // The browser revalidates by ETag, and "not modified" does not count against the rate limit.
    cache: 'no-cache',
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new GithubError(call, 0, '', { cause })
  })

  if (!answer.ok) throw await refusalOf(call, answer)
  return answer
}

export function githubAddress(path: string): string {
  return `${readConfigScript().github.apiUrl}${path}`
}

export function githubHeaders(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': API_VERSION,
  }
}

/** Specification, section 8: '{status} {statusText} - {message}'. HTTP/2 has no status text. */
async function refusalOf(call: GithubCall, answer: Response): Promise<GithubError> {
  const { status, statusText, headers } = answer
  const body = (await answer.json().catch(() => null)) as { message?: unknown } | null
  const said = typeof body?.message === 'string' ? body.message : ''
  const head = [status, statusText].filter(Boolean).join(' ')
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'

  return new GithubError(call, status, said ? `${head} - ${said}` : head, {
    resetsAt: isUsedUp ? new Date(Number(headers.get('x-ratelimit-reset')) * 1000) : null,
  })
}
