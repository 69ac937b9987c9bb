import type { PendingEmailChangeReply } from '@app/contract/account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/call-function.ts'

/** Always asked anew: a mailbox agrees in another tab or on another device. */
export const pendingEmailChangeQuery = queryOptions({
  queryKey: ['account', 'pending-email-change'],
  queryFn: async () => {
    const { pending } = await call('GET')

    return pending
  },
  staleTime: 0,
})

export function useWithdrawal() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => call('DELETE'),
    onSuccess: ({ pending }) => client.setQueryData(pendingEmailChangeQuery.queryKey, pending),
  })
}

const call = (method: 'GET' | 'DELETE') =>
  callFunction<PendingEmailChangeReply>('pending-email-change', { method })
