import { withAnswer } from '#oauth/callbacks.ts'
import type { ConsentRequest } from './consent-request.ts'
import type { GoogleNeeds } from './needs.ts'
import type { Person } from './person.ts'
import { issueCode } from './tokens.ts'

/** Grants the request and returns the callback with the code. */
export async function consent(
  { memory, clock }: GoogleNeeds,
  request: ConsentRequest,
  { sub }: Person,
): Promise<string> {
  const { callback, challenge, nonce, scopes, state } = request
  const { clientId } = request.client
  const wanted = { clientId, sub, callback, challenge, nonce, scopes, issuedAt: clock.now() }

  const code = await memory.google.change((google) => {
    google.latestSub = sub
    const knowsUs = google.tokens.some(
      (one) => one.kind === 'refresh' && one.sub === sub && one.clientId === clientId,
    )
    // Google issues a refresh token at the first consent only, or when consent is forced.
    const isLasting = request.wantsOffline && (request.forcesConsent || !knowsUs)
    return issueCode(google, { ...wanted, isLasting })
  })

  return withAnswer(callback, { state, code, scope: scopes.join(' '), authuser: '0' })
}
