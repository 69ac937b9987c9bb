import { readConfigScript } from '#config/config-script.ts'
import { withRenewal } from './renewed-call.ts'
import { freshSession, hasStoredSession } from './stored-session.ts'
import { watchedFetch } from './watched-fetch.ts'

/** Sends the token of the member who is signed in at the moment of the call, else the visitor's key. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const { publishableKey } = readConfigScript()
  const headers = new Headers(init?.headers)

  headers.set('apikey', publishableKey)
  headers.set('authorization', `Bearer ${(await memberToken()) ?? publishableKey}`)
  return renewingFetch(input, { ...init, headers })
}

const renewingFetch = withRenewal(watchedFetch, async ({ refresh_token }) => {
  const { identityClient } = await import('./identity-client.ts')
  await identityClient().refreshSession({ refresh_token })
})

/** The identity client is only needed to renew an expired token. */
async function memberToken(): Promise<string | null> {
  const fresh = freshSession()
  if (fresh || !hasStoredSession()) return fresh?.access_token ?? null

  const { identityClient } = await import('./identity-client.ts')
  const { data } = await identityClient().getSession()
  return data.session?.access_token ?? null
}
