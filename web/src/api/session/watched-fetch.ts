import { earlyAnswers } from './early-requests.ts'
import { type Ending, noteEnding } from './ended-session.ts'
import { storedTokens } from './stored-session.ts'

/** Error codes for tokens of a session that has ended. */
const ENDINGS: Partial<Record<string, Ending>> = {
  refresh_token_already_used: 'signedOut',
  refresh_token_not_found: 'signedOut',
  session_expired: 'signedOut',
  session_not_found: 'signedOut',
  user_banned: 'banned',
  user_not_found: 'deleted',
}

/** Statuses: functions 401, the identity service 403 (400 for a refresh), the file service always 400. */
export const mayRefuseToken = ({ status }: Response): boolean => [400, 401, 403].includes(status)

/** A fetch that detects when its token's session has ended. */
export const watchedFetch: typeof fetch = async (input, init) => {
  const answer = await (takeEarly(input, init) ?? fetch(input, init))

  if (mayRefuseToken(answer) && !isSignOut(input) && usesStoredSession(init)) {
    const ending = ENDINGS[await codeOf(answer.clone())] ?? refusedRefresh(input, answer)
    // Checked again, because another tab may have renewed the session or started a new one.
    if (ending && usesStoredSession(init)) noteEnding(ending)
  }
  return answer
}

/** Returns the early answer to this member's request, once. */
function takeEarly(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> | undefined {
  if (init?.method && init.method !== 'GET') return
  const key = `${new Headers(init?.headers).get('authorization')} ${input}`
  const answer = earlyAnswers.get(key)

  earlyAnswers.delete(key)
  return answer
}

/** For any reason: a refresh token that was refused once is useless. */
const refusedRefresh = (input: RequestInfo | URL, { status }: Response): Ending | undefined =>
  status === 400 && String(input).includes('grant_type=refresh_token') ? 'signedOut' : undefined

/** Signing out of an ended session is not an error. */
const isSignOut = (input: RequestInfo | URL) => String(input).includes('/auth/v1/logout')

function usesStoredSession(init: RequestInit | undefined): boolean {
  const stored = storedTokens()
  if (!stored) return false

  const bearer = new Headers(init?.headers).get('authorization')
  return (
    bearer === `Bearer ${stored.access_token}` ||
    (typeof init?.body === 'string' && init.body.includes(JSON.stringify(stored.refresh_token)))
  )
}

/** Without the client's version header, the identity service uses another name for the code. */
async function codeOf(answer: Response): Promise<string> {
  const { code, error_code } = await answer.json().catch(() => ({}))

  return String(error_code ?? code ?? '')
}
