import type { UserIdentity } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { openIdentity } from '#api/identity.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { redirectAddress } from '#config/redirect-address.ts'

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
      const { error } = await auth.linkIdentity({ provider, options: { redirectTo } })

      if (error) throw error
    },
  })
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
