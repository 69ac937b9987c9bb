import type { Sql } from '@app/platform/db/database.ts'

/** More mentions in one push are probably a list of something else. */
const MOST = 20

/** Messages by people are shorter. */
const LONGEST_READ = 10_000

/** `#12`, alone or after a word such as "fixes"; not inside a URL, and at most as long as task numbers. */
const MENTION = /(?<![\w/#&])#([1-9][0-9]{0,8})(?![\w/])/g

/** The numbers of tasks that commit messages mention, each once. */
export function mentionedTasks(messages: readonly string[]): number[] {
  const numbers = new Set<number>()
  for (const message of messages) {
    // A message may be as long as a webhook's body, so only its beginning is searched.
    for (const [, digits] of message.slice(0, LONGEST_READ).matchAll(MENTION)) {
      numbers.add(Number(digits))
      if (numbers.size === MOST) return [...numbers]
    }
  }
  return [...numbers]
}

/** Closes tasks that are mentioned in a member's own push to the linked branch. The push stores their earlier status. */
export async function closeTasks(
  sql: Sql,
  pushId: string,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return

  await sql.query(
    `with pushed as (
       select push_records.id, push_records.project_id
         from public.push_records
         join public.projects on projects.id = push_records.project_id
         join public.bolt_projects as links on links.id = projects.bolt_project_id
        where push_records.id = $1 and push_records.is_own
          and (links.github_branch is null or links.github_branch = push_records.branch)
     ), open as (
       select tasks.id, tasks.number, tasks.name, tasks.status
         from public.tasks
         join pushed using (project_id)
        where tasks.number = any ($2::integer[]) and tasks.status <> 'done'
        order by tasks.number
          for update of tasks
     ), closed as (
       update public.tasks set status = 'done' from open where tasks.id = open.id
     )
     update public.push_records
        set closed_tasks = (
          select jsonb_agg(jsonb_build_object('id', id, 'number', number, 'name', name, 'status', status))
            from open
        )
      where id = $1 and exists (select from open)`,
    [pushId, numbers],
  )
}
