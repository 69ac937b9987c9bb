import type { AdminArea, AdminCaller } from './admin.ts'
import { feedbackNotFound } from './errors.ts'
import { markDeleted, unmarkDeleted } from './feedback-table.ts'
import { writeAsAdmin } from './levels.ts'

/** Hides the item everywhere; a job deletes it after 30 days. */
export const deleteFeedback = (needs: AdminArea, caller: AdminCaller, id: string) =>
  writeAsAdmin(needs, caller, aboutFeedback('feedback_deleted', id), async (sql) => {
    if (!(await markDeleted(sql, id))) throw feedbackNotFound()
  })

export const restoreFeedback = (needs: AdminArea, caller: AdminCaller, id: string) =>
  writeAsAdmin(needs, caller, aboutFeedback('feedback_restored', id), async (sql) => {
    if (!(await unmarkDeleted(sql, id))) throw feedbackNotFound()
  })

const aboutFeedback = (action: string, subjectId: string) =>
  ({ action, subjectType: 'feedback', subjectId }) as const
