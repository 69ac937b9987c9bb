/** The identity service sends its code in `error_code`, all others in `code`. */
export function codeOf({ error_code, code }: Readonly<Record<string, unknown>>): string {
  if (typeof error_code === 'string') return error_code

  return typeof code === 'string' ? code : ''
}

/** Null if it is not JSON, such as a proxy's page. */
export const readJson = (answer: Response): Promise<unknown> => answer.json().catch(() => null)

/** The subject of a refusal; the answer's body stays readable. */
export async function refusedOf(answer: Response): Promise<'session' | 'token' | null> {
  if (answer.status !== 401 && answer.status !== 403) return null
  const code = codeOf(Object(await readJson(answer.clone())))
  if (SESSION_OVER.has(code)) return 'session'

  const isOurs = code.startsWith('UNAUTHORIZED_') || !/^[A-Z]+_[A-Z_]+$/.test(code)
  // Codes in capitals, such as NO_ACCESS_TOKEN, concern GitHub's token, except the gateway's about ours.
  return isOurs && (answer.status === 401 || code === 'bad_jwt') ? 'token' : null
}

const SESSION_OVER = new Set(['session_not_found', 'user_not_found', 'user_banned'])

type Tokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  user: { id: string; email?: string }
}

/** The session in an answer with tokens. `now` is this computer's clock. */
export function sessionOf(reply: unknown, now: number) {
  const { access_token, refresh_token, expires_in, user } = Object(reply) as Partial<Tokens>
  if (!access_token || !refresh_token || !expires_in || !user) {
    throw new TypeError('not an answer with tokens')
  }

  return {
    userId: user.id,
    email: user.email ?? '',
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: now + expires_in * 1000,
    isEnded: false,
  }
}
