import { AuthClient } from '@supabase/auth-js'
import { readConfigScript } from '#config/config-script.ts'
import { carriesAuthAnswer } from './auth-answer.ts'
import { sessionStorageKey } from './session-storage-key.ts'

const { apiUrl, publishableKey } = readConfigScript()

export const identityUrl = `${apiUrl}/auth/v1`

/**
 * Implicit flow: a mail link must also work in a browser that has not asked for it.
 * The capital letter matters: the client replaces a header by exactly this name with the member's own.
 */
export const auth = new AuthClient({
  url: identityUrl,
  headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
  storageKey: sessionStorageKey(location.hostname),
  flowType: 'implicit',
  detectSessionInUrl: (url) => carriesAuthAnswer(url),
})
