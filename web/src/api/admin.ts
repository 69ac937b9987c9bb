import { queryOptions } from '@tanstack/react-query'
import { dataApi } from './data-api.ts'

const DAY_MS = 86_400_000

export type AdminCounts = {
  users: number
  /** Of the last thirty days. */
  newUsers: number
  subscribers: number
  openFeedback: number
}

/** The server counts; no rows are sent. */
export const adminCountsQuery = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: async (): Promise<AdminCounts> => {
    const [users, newUsers, subscribers, openFeedback] = await Promise.all([
      count('users').is('deleted_at', null).throwOnError(),
      count('users').is('deleted_at', null).gte('created_at', monthAgo()).throwOnError(),
      count('subscriptions').eq('status', 'active').throwOnError(),
      count('user_feedback').in('status', ['new', 'in_progress']).throwOnError(),
    ])

    return {
      users: users.count ?? 0,
      newUsers: newUsers.count ?? 0,
      subscribers: subscribers.count ?? 0,
      openFeedback: openFeedback.count ?? 0,
    }
  },
})

type Counted = 'users' | 'subscriptions' | 'user_feedback'

const count = <Table extends Counted>(table: Table) =>
  dataApi().from(table).select('id', { count: 'exact', head: true })

const monthAgo = () => new Date(Date.now() - 30 * DAY_MS).toISOString()
