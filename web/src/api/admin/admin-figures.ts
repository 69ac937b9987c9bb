import { adminDoneReply } from '@app/contract/admin'
import {
  type AdminFigures,
  adminFiguresReply,
  type FeedbackAnalytics,
  type FigurePeriod,
  feedbackAnalyticsReply,
} from '@app/contract/admin-figures'
import type { AdminOperationsBody } from '@app/contract/admin-operations'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { callDatabase } from '#api/calls/read-rows.ts'
import { callAdmin } from './admin-call.ts'

const MINUTE = 60_000

/** For invalidation after changes: figures are written hourly, but attention items are counted immediately. */
export const adminFiguresKey = ['admin', 'figures'] as const

export const adminFiguresQuery = (days: FigurePeriod) =>
  queryOptions({
    queryKey: [...adminFiguresKey, days],
    queryFn: async (): Promise<AdminFigures> =>
      adminFiguresReply.parse(await callDatabase('get_admin_figures', { input_days: days })),
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
  })

/** Counts the figures now; resolves when the new ones are available. */
export function useWriteFigures(): () => Promise<void> {
  const client = useQueryClient()
  const body: AdminOperationsBody = { action: 'write_figures' }

  return async () => {
    await callAdmin('admin-sync', adminDoneReply, body)
    await client.invalidateQueries({ queryKey: adminFiguresKey })
  }
}

/** Nested below the feedback key, so that changes to items also invalidate the counts. */
export const feedbackAnalyticsQuery = (days: FigurePeriod) =>
  queryOptions({
    queryKey: ['admin', 'feedback', 'analytics', days],
    queryFn: async (): Promise<FeedbackAnalytics> =>
      feedbackAnalyticsReply.parse(
        await callDatabase('get_feedback_analytics', { input_days: days }),
      ),
    placeholderData: keepPreviousData,
  })
