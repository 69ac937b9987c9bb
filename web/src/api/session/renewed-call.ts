import { noteEnding } from './ended-session.ts'
import { type StoredSession, storedTokens } from './stored-session.ts'
import { claimsOf } from './token-claims.ts'
import { mayRefuseToken } from './watched-fetch.ts'

/** Requests new tokens from the identity service, which stores them. */
export type Refresh = (session: StoredSession) => Promise<unknown>

type Refused = { answer: Response; input: RequestInfo | URL; init: RequestInit | undefined }

/**
 * Repeats a call if its token was refused and could be renewed; otherwise returns the first answer. The server decides, because this
 * computer's clock may be wrong. A refused call has changed nothing, so any call may be repeated.
 */
export async function repeatRenewed(
  { answer, input, init }: Refused,
  send: typeof fetch,
  refresh: Refresh,
): Promise<Response> {
  const refused = bearerIn(init)
  if (refused === null || !(await isTokenRefused(answer))) return answer

  const token = await tokenAfter(refused, refresh)
  if (token === null) return answer
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token}`)
  const repeated = await send(input, { ...init, headers })

  // A token that was refused while new will not be accepted later.
  if (storedTokens()?.access_token === token && (await isTokenRefused(repeated))) {
    noteEnding('signedOut')
  }
  return repeated
}

/** Codes of the data API, the functions and the identity service. Refusals of GitHub's token use other codes. */
const REFUSED_TOKEN = new Set([
  'PGRST301',
  'PGRST303',
  'UNAUTHORIZED_ASYMMETRIC_JWT',
  'UNAUTHORIZED_INVALID_JWT_FORMAT',
  'UNAUTHORIZED_LEGACY_JWT',
  'bad_jwt',
])

/** The file service uses one code for refused tokens and refused files. Its messages differ. */
const REFUSED_BY_FILES =
  /^(?:"(?:exp|nbf)" claim timestamp check failed|signature verification failed|Invalid Compact JWS)$/

/** Whether the answer refuses the token itself, not the request. */
export async function isTokenRefused(answer: Response): Promise<boolean> {
  if (!mayRefuseToken(answer)) return false
  const reply: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const { code, error_code, message } = Object(reply) as Record<string, unknown>

  return REFUSED_TOKEN.has(String(error_code ?? code)) || REFUSED_BY_FILES.test(String(message))
}

let renewing: { token: string; done: Promise<unknown> } | null = null

/** The token for repeating a call; null if there is none. Another tab or call may have renewed it already. */
async function tokenAfter(refused: string, refresh: Refresh): Promise<string | null> {
  const stored = storedTokens()
  if (stored?.access_token === refused) await renew(stored, refresh)

  const current = storedTokens()
  // Somebody else may have signed in, for whom the call was not intended.
  return current && current.access_token !== refused && current.user?.id === ownerOf(refused)
    ? current.access_token
    : null
}

/** Concurrently refused calls share one renewal. */
async function renew(stored: StoredSession, refresh: Refresh): Promise<void> {
  const token = stored.access_token
  if (renewing?.token !== token) renewing = { token, done: refresh(stored) }
  const { done } = renewing

  try {
    await done
  } catch {
    // The caller gets the refusal; the next call tries again.
  } finally {
    if (renewing?.done === done) renewing = null
  }
}

function bearerIn(init: RequestInit | undefined): string | null {
  // The first attempt consumed the stream.
  if (init?.body instanceof ReadableStream) return null

  return /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? null
}

function ownerOf(token: string): string | undefined {
  try {
    return claimsOf(token).sub
  } catch {
    // A visitor's key is not a token.
    return undefined
  }
}
