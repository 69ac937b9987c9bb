import { attentionReply } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { readRows } from '#api/calls/read-rows.ts'
import { MEMBER_TOPIC, staleBy } from '#api/live/topics.ts'
import { localDay } from '#api/session/early-requests.ts'
import { loadNamespaces } from '#i18n/messages.ts'

/** The attention items from the database, most urgent first. */
export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: async () => {
    const items = await readRows(attentionAddress(localDay()))

    const attention = attentionReply.parse(items)
    // Loaded here, so that a row appears together with its reason and nothing moves later.
    if (attention.some(({ kind }) => kind === 'push_failed')) await loadNamespaces(['pushFailure'])

    return attention
  },
  staleTime: 15_000,
  refetchOnWindowFocus: true,
  meta: staleBy(MEMBER_TOPIC, 'projects', 'sync'),
})

/** A task is overdue by the reader's local date, as on the board. */
export const attentionAddress = (today: string): string =>
  `/rest/v1/rpc/get_attention?input_today=${today}`
