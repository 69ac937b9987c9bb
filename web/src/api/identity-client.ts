import { AuthClient } from '@supabase/auth-js'
import { readConfigScript } from '#config/config-script.ts'
import { carriesAuthAnswer } from './auth-answer.ts'
import { storageKey } from './stored-session.ts'
import { watchedFetch } from './watched-fetch.ts'

const { apiUrl, publishableKey } = readConfigScript()

/**
 * Implicit flow: a mail link must also work in a browser that has not asked for it.
 * The capital letter matters: the client replaces a header by exactly this name with the member's own.
 */
export const auth = new AuthClient({
  url: `${apiUrl}/auth/v1`,
  headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
  storageKey: storageKey(),
  fetch: watchedFetch,
  flowType: 'implicit',
  detectSessionInUrl: (url) => carriesAuthAnswer(url),
})
