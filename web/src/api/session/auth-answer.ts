/** Parameters that the identity service adds to the URL after a mail link or provider sign-in. */
const PARAMETERS = ['error', 'error_code', 'error_description', 'sb']

type Address = { hash: string; search: string }

/**
 * Whether the URL contains an answer after a mail link or provider sign-in, which only the application can read. `sb` marks every answer of
 * our server. `error` alone is insufficient: our settings page and the code host use it too.
 */
export function carriesAuthAnswer({ hash, search }: Address): boolean {
  if (isHalfConfirmed({ hash })) return false
  return /\b(?:access_token|error_code|sb)=/.test(hash) || search.includes('error_code=')
}

/**
 * The first of the two mailboxes has confirmed a change of address. The identity client must not read it: it would assume a failed sign-in
 * and drop the session.
 */
export function isHalfConfirmed({ hash }: Pick<Address, 'hash'>): boolean {
  return /^#message=/.test(hash)
}

/** The description of an expired link, on our server and on Supabase Auth. */
export const SERVERS_WORDS = 'Email link is invalid or has expired'

export type ExpiredLink = {
  /** The server's reason. */
  text: string | null
  /** The link's purpose, which other servers do not report. */
  type: string | null
}

/** Details of an expired link, or null. */
export function expiredLink({ hash }: Pick<Address, 'hash'>): ExpiredLink | null {
  const answer = new URLSearchParams(hash.slice(1))

  return answer.get('error_code') === 'otp_expired'
    ? { text: answer.get('error_description'), type: answer.get('type') }
    : null
}

/** The query without the answer. */
export function withoutAuthAnswer(address: Address): string {
  if (!carriesAuthAnswer(address)) return address.search

  const rest = new URLSearchParams(address.search)
  for (const name of PARAMETERS) rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}
