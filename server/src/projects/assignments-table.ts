import type { Language } from '@app/contract/languages'
import type { Sql } from '@app/platform/db/database.ts'

export type Assignment = {
  projectId: string
  project: string
  task: string
  dueOn: Date | null
  assigner: string | null
  /** The assignee's address; null if they want no mail. */
  to: string | null
  language: Language
  /** One key per member, task and day, even if the task was deleted and restored. */
  cause: string
}

/** Removes and returns the oldest assignments without a mail. */
export async function takeAssignments(sql: Sql, most: number): Promise<Assignment[]> {
  const { rows } = await sql.query<Assignment>(
    `with taken as (
       delete from app.untold_assignments
        where task_id in (
          select task_id from app.untold_assignments order by assigned_at limit $1 for update skip locked)
       returning *
     )
     select projects.id as "projectId", projects.name as project, tasks.name as task,
            tasks.due_date::timestamp at time zone 'UTC' as "dueOn",
            assigner.display_name as assigner,
            case when reader.notify_team and reader.deleted_at is null then reader.email end as "to",
            reader.language,
            concat_ws(' ', reader.id, projects.id, md5(tasks.name), (assigned_at at time zone 'UTC')::date) as cause
       from taken
       join public.tasks on tasks.id = task_id
       join public.projects on projects.id = tasks.project_id
       join public.users as reader on reader.id = taken.assignee_id
       join public.users as assigner on assigner.id = taken.assigner_id
      order by assigned_at`,
    [most],
  )

  return rows
}

export async function hasPendingAssignments(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query('select from app.untold_assignments limit 1')

  return rowCount > 0
}
