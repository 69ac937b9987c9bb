import { attentionReply } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'

export type { AttentionItem } from '@app/contract/sync-state'

/** What the database knows of; the most urgent first. */
export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: async () => {
    const { data } = await dataApi()
      .rpc('get_attention', { input_today: localDay(new Date()) })
      .throwOnError()

    return attentionReply.parse(data)
  },
  staleTime: 15_000,
  refetchOnWindowFocus: true,
})

/** A task is overdue by its reader's own calendar, as on the board. */
function localDay(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')

  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
