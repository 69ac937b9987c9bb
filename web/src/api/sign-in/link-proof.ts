import { forgetTab, readTab, writeTab } from '#browser/storage.ts'

/** Not the identity client's own key: its flow would reject our code. */
const KEY = 'link-verifier'

/**
 * Proof keys (RFC 7636) for linking an identity: the code that the provider sends back is valid only in the tab that
 * started. The identity service's cookie would also do, except where its origin differs from ours.
 */
export async function newLinkProof(): Promise<Record<string, string>> {
  const verifier = hex(crypto.getRandomValues(new Uint8Array(32)))
  writeTab(KEY, verifier)
  // Browsers hash only in secure contexts.
  if (!crypto.subtle) return { code_challenge: verifier, code_challenge_method: 'plain' }

  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

/** Works once. Null if this tab did not start the linking, as when an attacker sent the link. */
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
