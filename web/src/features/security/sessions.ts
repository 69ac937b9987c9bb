import type { EndSessionReply, ListSessionsReply, SignedInSession } from '@app/contract/account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/call-function.ts'
import { openIdentity } from '#api/identity.ts'

/** Where the member is signed in. Always asked anew: whoever looks wants to know how it is now. */
export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async (): Promise<SignedInSession[]> => {
    const { sessions } = await callFunction<ListSessionsReply>('list-sessions', { method: 'GET' })

    return sessions
  },
  staleTime: 0,
})

export function useEndSession() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (sessionId: string) =>
      callFunction<EndSessionReply>('end-session', { body: { sessionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** `global` includes this very page, which the guard then leads to the login. */
export function useSignOutElsewhere(scope: 'others' | 'global') {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async () => {
      const auth = await openIdentity()
      const { error } = await auth.signOut({ scope })
      if (error) throw error
    },
    onSuccess: () => {
      if (scope === 'others') void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}
