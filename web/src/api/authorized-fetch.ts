import { readConfigScript } from '#config/config-script.ts'
import { auth } from './identity-client.ts'

const { publishableKey } = readConfigScript()

/** As whoever is signed in at the moment of the call, else as a visitor. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const { data } = await auth.getSession()
  const headers = new Headers(init?.headers)

  headers.set('apikey', publishableKey)
  headers.set('authorization', `Bearer ${data.session?.access_token ?? publishableKey}`)
  return fetch(input, { ...init, headers })
}
