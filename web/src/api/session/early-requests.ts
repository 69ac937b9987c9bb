import { readConfigScript } from '#config/config-script.ts'
import { freshSession } from './stored-session.ts'

/** Stands for the member's id, which the server does not know when it sends a page. */
export const OWN_ID = 'OWN_ID'

/** Stands for the day in the member's own calendar. */
export const TODAY = 'TODAY'

/** After that an answer that nobody has taken may be outdated. */
const KEPT_MS = 10_000

/** By the credentials and the address of the request. Every visitor downloads this file, so it does no more than ask. */
export const earlyAnswers = new Map<string, Promise<Response>>()

/** Asks for the rows that a page begins with, while the application is still being downloaded. */
export function askEarly(addresses: readonly string[]): void {
  const session = freshSession()
  if (!session) return
  const { apiUrl, publishableKey } = readConfigScript()
  const headers = { apikey: publishableKey, authorization: `Bearer ${session.access_token}` }

  for (const address of addresses) {
    const known = address.replace(OWN_ID, session.user.id).replace(TODAY, localDay())
    const url = apiUrl + known
    const answer = fetch(url, { headers })
    // Whoever takes it hears of a failure.
    answer.catch(() => {})
    earlyAnswers.set(`${headers.authorization} ${url}`, answer)
  }
  setTimeout(() => earlyAnswers.clear(), KEPT_MS)
}

/** Today by this browser's own calendar, as the database writes it: Swedish dates are ISO dates. */
export const localDay = (): string => new Date().toLocaleDateString('sv-SE')
