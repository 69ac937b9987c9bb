import {
  endSessionReply,
  listSessionsReply,
  type SignedInSession,
} from '@app/contract/account-replies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { openIdentity } from './identity.ts'

/** The sessions of the member. Always stale, because sessions begin and end elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async (): Promise<SignedInSession[]> => {
    const { sessions } = await callFunction('list-sessions', listSessionsReply, { method: 'GET' })

    return sessions
  },
  staleTime: 0,
})

export function useEndSession() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (sessionId: string) =>
      callFunction('end-session', endSessionReply, { body: { sessionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** `global` includes this session; the guard then shows the login. */
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
