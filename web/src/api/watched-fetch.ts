import { type Ending, noteEnding } from './ended-session.ts'
import { storedTokens } from './stored-session.ts'

/** What the server says to tokens of a session that is over. */
const ENDINGS: Partial<Record<string, Ending>> = {
  refresh_token_already_used: 'signedOut',
  refresh_token_not_found: 'signedOut',
  session_expired: 'signedOut',
  session_not_found: 'signedOut',
  user_banned: 'banned',
  user_not_found: 'deleted',
}

/** Functions answer 401, the identity service 403, and 400 to a refresh. */
const REFUSALS = [400, 401, 403]

/** A fetch that notices when the session it spoke for is over. */
export const watchedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)

  if (REFUSALS.includes(answer.status) && !isSignOut(input) && speaksForStored(init)) {
    const ending = ENDINGS[await codeOf(answer.clone())]
    // Asked again: meanwhile another tab may have renewed the session or begun a new one.
    if (ending && speaksForStored(init)) noteEnding(ending)
  }
  return answer
}

/** Whoever signs out of a session that is over gets what they wanted. */
const isSignOut = (input: RequestInfo | URL) => String(input).includes('/auth/v1/logout')

function speaksForStored(init: RequestInit | undefined): boolean {
  const stored = storedTokens()
  if (!stored) return false

  const bearer = new Headers(init?.headers).get('authorization')
  return (
    bearer === `Bearer ${stored.access_token}` ||
    (typeof init?.body === 'string' && init.body.includes(JSON.stringify(stored.refresh_token)))
  )
}

/** Without the version header of its client the identity service names the code differently. */
async function codeOf(answer: Response): Promise<string> {
  const { code, error_code } = await answer.json().catch(() => ({}))

  return String(error_code ?? code ?? '')
}
