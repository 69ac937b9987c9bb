import { readConfigScript } from '#config/config-script.ts'
import { freshSession } from './stored-session.ts'

/** A placeholder for the member's id, which the server does not know when it sends a page. */
export const OWN_ID = 'OWN_ID'

/** A placeholder for the member's local date. */
export const TODAY = 'TODAY'

/** Unused answers are dropped after this time, because they may be outdated. */
const KEPT_MS = 10_000

/** Keyed by the request's credentials and URL. Every visitor downloads this file, so it only sends requests. */
export const earlyAnswers = new Map<string, Promise<Response>>()

/** Requests the page's first rows while the application is still downloading. */
export function askEarly(addresses: readonly string[]): void {
  const session = freshSession()
  if (!session) return
  const { apiUrl, publishableKey } = readConfigScript()
  const headers = { apikey: publishableKey, authorization: `Bearer ${session.access_token}` }

  for (const address of addresses) {
    const known = address.replace(OWN_ID, session.user.id).replace(TODAY, localDay())
    const url = apiUrl + known
    const answer = fetch(url, { headers })
    // The consumer handles a failure.
    answer.catch(() => {})
    earlyAnswers.set(`${headers.authorization} ${url}`, answer)
  }
  setTimeout(() => earlyAnswers.clear(), KEPT_MS)
}

/** The local date as the database writes it: Swedish dates have ISO format. */
export const localDay = (): string => new Date().toLocaleDateString('sv-SE')
