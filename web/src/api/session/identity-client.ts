import { AuthClient } from '@supabase/auth-js'
import { withReadableDuplicates } from '#api/errors/duplicate-row.ts'
import { readConfigScript } from '#config/config-script.ts'
import { carriesAuthAnswer } from './auth-answer.ts'
import { withLocalExpiry } from './local-expiry.ts'
import { repeatRenewed } from './renewed-call.ts'
import { storageKey } from './stored-session.ts'
import { watchedFetch } from './watched-fetch.ts'

type Client = InstanceType<typeof AuthClient>

let client: Client | null = null

/** The identity service's official client, created at the first call. */
export function identityClient(): Client {
  client ??= createClient()

  return client
}

function createClient(): Client {
  const { apiUrl, publishableKey } = readConfigScript()
  const send = withReadableDuplicates(withLocalExpiry(watchedFetch))

  return new AuthClient({
    url: `${apiUrl}/auth/v1`,
    // The capital letter matters: the client replaces the header with exactly this name by the member's token.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: storageKey(),
    fetch: async (input, init) => {
      const answer = await send(input, init)
      return repeatRenewed({ answer, input, init }, send, ({ refresh_token }) =>
        identityClient().refreshSession({ refresh_token }),
      )
    },
    // A link in a mail must also work in another browser.
    flowType: 'implicit',
    experimental: { passkey: true },
    detectSessionInUrl: (url) => carriesAuthAnswer(url),
  })
}
