import { readConfigScript } from '#config/config-script.ts'
import { freshSession, hasStoredSession } from './stored-session.ts'
import { watchedFetch } from './watched-fetch.ts'

const { publishableKey } = readConfigScript()

/** As whoever is signed in at the moment of the call, else as a visitor. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)

  headers.set('apikey', publishableKey)
  headers.set('authorization', `Bearer ${(await memberToken()) ?? publishableKey}`)
  return watchedFetch(input, { ...init, headers })
}

/** The identity client is only needed where a token has run out. */
async function memberToken(): Promise<string | null> {
  const fresh = freshSession()
  if (fresh || !hasStoredSession()) return fresh?.access_token ?? null

  const { auth } = await import('./identity-client.ts')
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
