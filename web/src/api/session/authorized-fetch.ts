import { readConfigScript } from '#config/config-script.ts'
import { freshSession, hasStoredSession } from './stored-session.ts'
import { mayRefuseToken, watchedFetch } from './watched-fetch.ts'

/** A server stops reading from a replica that is more than 2 s behind, and asks every second. */
const LONGEST_LAG_MS = 5_000
let hintedAt = Number.NEGATIVE_INFINITY

/** After a hint at others' changes, which a replica may not have yet, reads ask for the primary. */
export function noteHint(): void {
  hintedAt = performance.now()
}

/** Sends the current member's token, else the visitor's key. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const { publishableKey } = readConfigScript()
  const headers = new Headers(init?.headers)

  headers.set('apikey', publishableKey)
  headers.set('authorization', `Bearer ${(await memberToken()) ?? publishableKey}`)
  const isHinted = performance.now() - hintedAt < LONGEST_LAG_MS
  // Browsers then send `cache-control: no-cache`.
  const request: RequestInit = { ...init, headers, ...(isHinted && { cache: 'reload' }) }
  const answer = await watchedFetch(input, request)
  if (!mayRefuseToken(answer)) return answer

  // Downloaded on demand, because most pages never see a refusal.
  const { repeatRenewed } = await import('./renewed-call.ts')
  return repeatRenewed({ answer, input, init: request }, watchedFetch, async (session) => {
    const { refresh_token } = session
    const { identityClient } = await import('./identity-client.ts')
    await identityClient().refreshSession({ refresh_token })
  })
}

/** The identity client is only needed to renew an expired token. */
async function memberToken(): Promise<string | null> {
  const fresh = freshSession()
  if (fresh || !hasStoredSession()) return fresh?.access_token ?? null

  const { identityClient } = await import('./identity-client.ts')
  const { data } = await identityClient().getSession()
  return data.session?.access_token ?? null
}
