import { forgetTab, readTab, writeTab } from '#config/tab-storage.ts'

/** Apart from where the identity client keeps its own: it would take our code for one that its flow does not know. */
const KEY = 'link-verifier'

/**
 * Proof keys (RFC 7636) for adding a way to sign in: what a provider sends back is worth something only in the tab that
 * set out. The identity service's cookie would do as well, but not where its origin is another than ours.
 */
export async function newLinkProof(): Promise<Record<string, string>> {
  const verifier = hex(crypto.getRandomValues(new Uint8Array(32)))
  writeTab(KEY, verifier)
  // Browsers hash only on pages that nobody can have tampered with.
  if (!crypto.subtle) return { code_challenge: verifier, code_challenge_method: 'plain' }

  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

/** Once: null for whoever was led here by a stranger. */
export function takeLinkProof(): string | null {
  const verifier = readTab(KEY)
  forgetTab(KEY)

  return verifier
}

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
