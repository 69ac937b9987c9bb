import type { Sql } from '@app/platform/db/database.ts'
import type { DemoCommit, Repository } from './demo-commits.ts'

/** The demo's members from demo.sql, with their GitHub logins. */
export const PRIYA = 'd0000000-0000-4000-8000-000000000002'
const LOGINS = `(values ('${PRIYA}'::uuid, 'priya-nair'), ('d0000000-0000-4000-8000-000000000001', 'mia-torres'))`

export async function linkedRepositories(sql: Sql): Promise<Repository[]> {
  const { rows } = await sql.query<Repository>(
    `select distinct github_repo_owner as owner, github_repo_name as name
       from public.bolt_projects
       join ${LOGINS} as demo (user_id, login) using (user_id)
      where github_repo_owner is not null and github_repo_name is not null`,
  )

  return rows
}

/** Each commit was pushed separately by its author. Replaces existing pushes. */
export async function replacePushes(sql: Sql, commits: readonly DemoCommit[]): Promise<void> {
  await sql.query(
    `delete from public.sync_events where push_id in (
       select id from public.push_records
         join ${LOGINS} as demo (user_id, login) using (user_id))`,
  )
  await sql.query(
    `delete from public.push_records where user_id in (
       select user_id from ${LOGINS} as demo (user_id, login))`,
  )
  await sql.query(PUSHES, [JSON.stringify([...commits.map(rowOf), ...FAILURES])])
  await sql.query(EVENTS)
  await sql.query(LAST_SYNCS)
  await sql.query(EARLIER_EVENTS)
}

const rowOf = ({ files, ...commit }: DemoCommit) => {
  const count = (change: string) => files.filter((one) => one.change === change).length

  return {
    ...commit,
    added: count('added'),
    modified: count('modified'),
    deleted: count('deleted'),
    files,
    error: null,
    minutes_ago: null,
  }
}

/** Pushes unknown to GitHub: one that failed and was retried, and one to be retried. */
const FAILURES = [
  {
    owner: 'priya-nair',
    name: 'invoice-lantern',
    sha: null,
    message: 'feat: reminders for late invoices',
    author: 'priya-nair',
    at: null,
    minutes_ago: 40,
    added: 1,
    modified: 2,
    deleted: 0,
    files: [
      { path: 'src/reminders.ts', change: 'added' },
      { path: 'src/app.ts', change: 'modified' },
      { path: 'package.json', change: 'modified' },
    ],
    error: 'branch_protected',
  },
  {
    owner: 'priya-nair',
    name: 'tide-tables',
    sha: null,
    message: 'feat: print view',
    author: 'priya-nair',
    at: null,
    minutes_ago: 9 * 24 * 60,
    added: 0,
    modified: 1,
    deleted: 0,
    files: [{ path: 'src/app.ts', change: 'modified' }],
    error: 'github_unavailable',
  },
]

// A push is recorded a few seconds after its commit.
const PUSHES = `
  insert into public.push_records
    (user_id, project_id, repo_owner, repo_name, branch, commit_sha, commit_message, author, is_own, changed_files,
     files_added, files_modified, files_deleted, succeeded, error, created_at)
  select link.user_id, projects.id, one.owner, one.name, 'main', one.sha, one.message, one.author,
         one.author is not distinct from demo.login, one.files, one.added, one.modified, one.deleted,
         one.error is null, one.error,
         coalesce(one.at + interval '4 seconds', app.now() - one.minutes_ago * interval '1 minute')
    from jsonb_to_recordset($1::jsonb) as one (
           owner text, name text, sha text, message text, author text, at timestamptz, minutes_ago integer,
           added integer, modified integer, deleted integer, files jsonb, error text)
    join public.bolt_projects as link
      on link.github_repo_owner = one.owner and link.github_repo_name = one.name
    join ${LOGINS} as demo (user_id, login) on demo.user_id = link.user_id
    join public.projects on projects.bolt_project_id = link.id`

const EVENTS = `
  insert into public.sync_events (user_id, project_id, push_id, direction, result, counts, message, created_at)
  select user_id, project_id, id, 'outward', case when succeeded then 'updated' else 'failed' end,
         jsonb_build_object('files', files_added + files_modified + files_deleted),
         split_part(commit_message, e'\\n', 1), created_at
    from public.push_records
    join ${LOGINS} as demo (user_id, login) using (user_id)`

const LAST_SYNCS = `
  update public.bolt_projects as link set last_sync_at = pushed.at, last_modified = pushed.at
    from (
      select projects.bolt_project_id as id, max(push.created_at) as at
        from public.push_records as push
        join public.projects on projects.id = push.project_id
        join ${LOGINS} as demo (user_id, login) on demo.user_id = push.user_id
       where push.is_own and push.succeeded
       group by 1
    ) as pushed
   where link.id = pushed.id`

// For projects with pushes, the last push replaces the last sync from demo.sql.
const EARLIER_EVENTS = `
  delete from public.sync_events as event
   using ${LOGINS} as demo (user_id, login)
   where event.user_id = demo.user_id and event.push_id is null and event.result = 'updated'
     and exists (select from public.push_records as push where push.project_id = event.project_id)`
