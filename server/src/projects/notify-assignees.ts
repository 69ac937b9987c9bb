import { type Database, theServer } from '@app/platform/db/database.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { type Assignment, hasPendingAssignments, takeAssignments } from './assignments-table.ts'

type Needs = { db: Database; outbox: ProductOutbox }

/** The channel on which a trigger reports assigned tasks. */
export const ASSIGNED_CHANNEL = 'task_assigned'

const PAGE = 100

export const assignmentWork = (needs: Needs): Pick<WorkFor<typeof jobKinds>, 'tell-assignees'> => ({
  'tell-assignees': () => notifyAssignees(needs),
})

/** Tasks are assigned through the data API, so a job has to queue the mails. */
export const queueAssignmentMails = (db: Database): Promise<void> =>
  db.as(theServer, async (sql) => {
    if (await hasPendingAssignments(sql)) await sendJob(sql, 'tell-assignees', {})
  })

async function notifyAssignees({ db, outbox }: Needs): Promise<void> {
  for (let taken = PAGE; taken === PAGE; ) {
    taken = await db.as(theServer, async (sql) => {
      const assignments = await takeAssignments(sql, PAGE)
      for (const one of assignments) {
        if (one.to !== null) await outbox.queue(sql, mailAbout(one, one.to))
      }
      return assignments.length
    })
  }
}

const mailAbout = (
  { assigner, task, project, projectId, dueOn, language, cause }: Assignment,
  to: string,
) => ({
  template: 'task_assigned' as const,
  params: {
    assigner: assigner ?? '',
    task,
    project,
    dueOn,
    link: { on: 'site' as const, path: `/projects/${projectId}` as const },
  },
  to,
  language,
  key: `task_assigned ${cause}`,
})
