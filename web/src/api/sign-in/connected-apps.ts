import type { OAuthGrant } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { openIdentity } from './identity.ts'

/** The apps that the member has given access to. */
export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: async (): Promise<OAuthGrant[]> => {
    const auth = await openIdentity()
    const { data, error } = await auth.oauth.listGrants()

    if (error) throw error
    return data
  },
})

export function useRevokeApp() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (clientId: string) => {
      const auth = await openIdentity()
      const { error } = await auth.oauth.revokeGrant({ clientId })

      if (error) throw error
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectedAppsQuery.queryKey }),
  })
}
