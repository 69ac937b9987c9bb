import { attentionReply } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { readRows } from '#api/calls/read-rows.ts'
import { localDay } from '#api/session/early-requests.ts'
import { loadNamespaces } from '#i18n/messages.ts'

export type { AttentionItem } from '@app/contract/sync-state'

/** What the database knows of; the most urgent first. */
export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: async () => {
    const items = await readRows(attentionAddress(localDay()))

    const attention = attentionReply.parse(items)
    // Here, so that a row is shown with its reason, and nothing moves later.
    if (attention.some(({ kind }) => kind === 'push_failed')) await loadNamespaces(['pushFailure'])

    return attention
  },
  staleTime: 15_000,
  refetchOnWindowFocus: true,
})

/** A task is overdue by its reader's own calendar, as on the board. */
export const attentionAddress = (today: string): string =>
  `/rest/v1/rpc/get_attention?input_today=${today}`
