import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { openIdentity } from '#api/identity.ts'
import { storageKey } from '#api/stored-session.ts'
import { writeStored } from '#config/browser-storage.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { redirectAddress } from '#config/redirect-address.ts'
import { newLinkProof, takeLinkProof } from './link-proof.ts'

export type Provider = 'github' | 'google'

export const PROVIDER_NAMES: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

export const identitiesQuery = queryOptions({
  queryKey: ['security', 'identities'],
  queryFn: async (): Promise<UserIdentity[]> => {
    const auth = await openIdentity()
    const { data, error } = await auth.getUserIdentities()

    if (error) throw error
    return data.identities
  },
})

/** Leaves the page. What goes wrong at the provider comes back in the address, and the frame of the page says it. */
export function useLinking() {
  const { siteUrl } = usePublicConfig()

  return useMutation({
    mutationFn: async (provider: Provider) => {
      const auth = await openIdentity()
      const redirectTo = redirectAddress(paths.security, window.location, siteUrl)
      const queryParams = await newLinkProof()
      const { error } = await auth.linkIdentity({ provider, options: { redirectTo, queryParams } })

      if (error) throw error
    },
  })
}

/** The way back from the provider: the code in the address is exchanged once and leaves it. */
export function useReturnFromLinking() {
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const code = parameters.get('code')
  const { mutate, isPending, error } = useMutation({
    mutationFn: finishLinking,
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })

  useEffect(() => {
    if (code === null) return
    mutate(code)
    setParameters(
      (address) => {
        address.delete('code')
        return address
      },
      { replace: true },
    )
  }, [code, mutate, setParameters])

  return { isPending: isPending || code !== null, error }
}

async function finishLinking(code: string): Promise<void> {
  const verifier = takeLinkProof()
  if (verifier === null) return
  const auth = await openIdentity()
  // Where its own flow with proof keys would have left it.
  writeStored(`${storageKey()}-code-verifier`, JSON.stringify(verifier))
  const { error } = await auth.exchangeCodeForSession(code)

  if (error) throw error
}

export function useUnlinking() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (identity: UserIdentity) => {
      const auth = await openIdentity()
      const { error } = await auth.unlinkIdentity(identity)

      if (error) throw error
    },
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
}
