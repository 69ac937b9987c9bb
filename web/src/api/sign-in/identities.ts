import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { storageKey } from '#api/session/stored-session.ts'
import { writeStored } from '#browser/storage.ts'
import { openIdentity } from './identity.ts'
import { newLinkProof, takeLinkProof } from './link-proof.ts'
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

/** Leaves the page. Errors of the provider come back in the address, where the layout reads them. */
export const useLinkIdentity = (redirectTo: () => string) =>
  useMutation({
    mutationFn: async (provider: Provider) => {
      const auth = await openIdentity()
      const options = { redirectTo: redirectTo(), queryParams: await newLinkProof() }
      const { error } = await auth.linkIdentity({ provider, options })

      if (error) throw error
    },
  })

/** Exchanges the code that the provider sent back. */
export const useFinishLinking = () =>
  useIdentityMutation(async (code: string) => {
    const verifier = takeLinkProof()
    if (verifier === null) return
    const auth = await openIdentity()
    // Where the client's own flow with proof keys would have stored it.
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
