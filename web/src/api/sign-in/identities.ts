import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { storageKey } from '#api/session/stored-session.ts'
import { forgetTab, readTab, writeStored, writeTab } from '#browser/storage.ts'
import { openIdentity } from './identity.ts'
import type { Provider } from './sign-in.ts'

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async (): Promise<UserIdentity[]> => {
    const auth = await openIdentity()
    const { data, error } = await auth.getUserIdentities()

    if (error) throw error
    return data.identities
  },
})

/** Navigates away from the page. Errors of the provider are returned in the URL, where the layout reads them. */
export const useLinkIdentity = (redirectTo: () => string) =>
  useMutation({
    mutationFn: async (provider: Provider) => {
      const auth = await openIdentity()
      const options = { redirectTo: redirectTo(), queryParams: await newLinkProof() }
      const { error } = await auth.linkIdentity({ provider, options })

      if (error) throw error
    },
  })

/** Exchanges the provider's code. */
export const useFinishLinking = () =>
  useIdentityMutation(async (code: string) => {
    const verifier = takeLinkProof()
    if (verifier === null) return
    const auth = await openIdentity()
    // The place where the client's own PKCE flow would have stored it.
    writeStored(`${storageKey()}-code-verifier`, JSON.stringify(verifier))
    const { error } = await auth.exchangeCodeForSession(code)

    if (error) throw error
  })

export const useUnlinkIdentity = () =>
  useIdentityMutation(async (identity: UserIdentity) => {
    const auth = await openIdentity()
    const { error } = await auth.unlinkIdentity(identity)

    if (error) throw error
  })

function useIdentityMutation<Input>(mutationFn: (input: Input) => Promise<void>) {
  const client = useQueryClient()

  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
}

/** Differs from the identity client's key, whose flow would reject our code. */
const KEY = 'link-verifier'

/**
 * PKCE (RFC 7636) for linking an identity: the provider's code is valid only in the tab that started. The identity service's cookie would
 * suffice, unless its origin differs from ours.
 */
async function newLinkProof(): Promise<Record<string, string>> {
  const verifier = hex(crypto.getRandomValues(new Uint8Array(32)))
  writeTab(KEY, verifier)
  // Browsers provide hashing only in secure contexts.
  if (!crypto.subtle) return { code_challenge: verifier, code_challenge_method: 'plain' }

  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

/** Valid once. Null if this tab did not start the linking, for instance if an attacker sent the link. */
function takeLinkProof(): string | null {
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
