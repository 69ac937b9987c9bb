import { pendingEmailChangeReply } from '@app/contract/account-replies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { openIdentity } from './identity.ts'

/** Always stale, because a mailbox confirms in another tab or on another device. */
export const pendingEmailChangeQuery = queryOptions({
  queryKey: ['pending-email-change'],
  queryFn: async () => {
    const { pending } = await call('GET')

    return pending
  },
  staleTime: 0,
})

/** The address changes after both mailboxes have confirmed. */
export function useRequestEmailChange() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (change: { email: string; redirectTo: string }) => {
      const auth = await openIdentity()
      const options = { emailRedirectTo: change.redirectTo }
      const { error } = await auth.updateUser({ email: change.email }, options)

      if (error) throw error
    },
    onSuccess: () => client.invalidateQueries({ queryKey: pendingEmailChangeQuery.queryKey }),
  })
}

export function useWithdrawEmailChange() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => call('DELETE'),
    onSuccess: ({ pending }) => client.setQueryData(pendingEmailChangeQuery.queryKey, pending),
  })
}

const call = (method: 'GET' | 'DELETE') =>
  callFunction('pending-email-change', pendingEmailChangeReply, { method })
