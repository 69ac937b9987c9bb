import type { PublicConfig } from '@app/contract/public-config'

// Every visitor of the login downloads this file, so it only asks for a credential; what follows is loaded when there is one. It imports
// nothing: what it shared with the first script would become a file of its own on every page.

/** The server's challenges live for five minutes. */
const RENEW_MS = 4 * 60_000

let current: { controller: AbortController; ended: Promise<void> } | null = null

type Site = Pick<PublicConfig, 'apiUrl' | 'publishableKey' | 'passkeys'>

/** Offers passkeys among the suggestions for the address field, until one is used or the offer is withdrawn. */
export async function offerPasskeys(site: Site): Promise<void> {
  const native = globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined
  const canOffer = native?.parseRequestOptionsFromJSON && native.isConditionalMediationAvailable
  if (current || !canOffer || !site.passkeys) return

  const controller = new AbortController()
  current = { controller, ended: offer(native, site, controller) }
}

/** The browser handles one request at a time, so another one waits until this one has ended. */
export async function withdrawOffer(): Promise<void> {
  current?.controller.abort()
  await current?.ended
}

async function offer(
  native: typeof PublicKeyCredential,
  site: Site,
  { signal }: AbortController,
): Promise<void> {
  try {
    while (!signal.aborted && (await native.isConditionalMediationAvailable())) {
      await untilVisible(signal)
      const round = AbortSignal.any([signal, AbortSignal.timeout(RENEW_MS)])
      const found = await suggest(native, site, round)
      if (!found) continue

      const { finishPasskeySignIn, showFailedSignIn } = await import('./passkey-sign-in.ts')
      await finishPasskeySignIn(found).catch(showFailedSignIn)
      break
    }
  } catch {
    // The button and the form remain.
  }
  current = null
}

/** null: the time is over, so another challenge is needed. */
async function suggest(
  native: typeof PublicKeyCredential,
  { apiUrl, publishableKey }: Site,
  signal: AbortSignal,
) {
  const answer = await fetch(`${apiUrl}/auth/v1/passkeys/authentication/options`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: '{}',
    signal,
  })
  const { challenge_id: challengeId, options } = await answer.json()
  const publicKey = native.parseRequestOptionsFromJSON(options)

  try {
    const found = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
    return found && { challengeId, credential: (found as PublicKeyCredential).toJSON() }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** A hidden page would renew its challenges for nobody. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    signal.addEventListener('abort', look)
    look()
  })
}
