-- Whether a linked project and its repository agree: "did my push land?", answered for all projects at once.

alter table public.push_records
  add column commit_count integer not null default 1,
  -- The GitHub login of who pushed.
  add column author text,
  -- Pushed by the record's member. Others push to a linked repository too, which puts GitHub ahead.
  add column is_own boolean not null default true,
  -- [{"path": …, "change": "added" | "modified" | "deleted"}, …]
  add column changed_files jsonb not null default '[]',
  add constraint push_records_commit_count_check check (commit_count >= 0) not valid,
  add constraint push_records_changed_files_check
    check (case jsonb_typeof(changed_files) when 'array' then jsonb_array_length(changed_files) <= 300 else false end) not valid;

-- The push that an entry of the history tells of.
alter table public.sync_events
  add column push_id uuid;

-- Reads as the owner: links and connections are visible to their owner only, while every member of a project sees its state.
-- For each project three index lookups, and one pass over the pushes of others since the last own one. Without ids the 200
-- that were synced last, so that the answer stays small however many links a member has.
--
-- Only pushes to the linked repository and branch count; without a branch all branches do. An import is an inward event that
-- counts files. A failed push is reported before a missing connection, because it stays true without one.
create function public.get_sync_states(input_project_ids uuid[] default null)
  returns table (
    project_id uuid, project_name text, state text, ahead_by bigint, repo_owner text, repo_name text, branch text, is_mine boolean,
    last_push_at timestamptz, last_push_sha text, last_push_message text, last_push_branch text,
    failed_at timestamptz, failed_message text
  )
  language sql stable security definer set search_path = ''
  as $$
    with linked as (
      select projects.id, projects.name, projects.owner_id, link.user_id, link.created_at,
             link.github_repo_owner, link.github_repo_name, link.github_branch
        from public.project_members as membership
        join public.projects on projects.id = membership.project_id
        join public.bolt_projects as link on link.id = projects.bolt_project_id
       where membership.user_id = (select auth.uid())
         -- Not `= any (…)`, which compares each project with each id.
         and (input_project_ids is null or projects.id in (select unnest(input_project_ids)))
         and projects.unlinked_at is null
         and link.deleted_at is null
         and (select app.is_assured())
       order by link.last_sync_at desc nulls last, link.created_at desc
       limit case when input_project_ids is null then 200 end
    )
    select link.id, link.name,
           case
             when link.github_repo_owner is null or link.github_repo_name is null then 'not_connected'
             when not newest.succeeded then 'push_failed'
             when not exists (
               select from public.github_integrations as connection
                where connection.user_id = link.user_id and connection.access_token is not null
             ) then 'not_connected'
             when others.commits > 0 then 'github_ahead'
             when pushed.created_at is not null or imported.at is not null then 'in_sync'
             else 'never_pushed'
           end,
           coalesce(others.commits, 0), link.github_repo_owner, link.github_repo_name, link.github_branch,
           link.owner_id = (select auth.uid()),
           pushed.created_at, pushed.commit_sha, pushed.commit_message, pushed.branch,
           case when not newest.succeeded then newest.created_at end,
           case when not newest.succeeded then newest.error end
      from linked as link
      left join lateral (
        select push.succeeded, push.created_at, push.error
          from public.push_records as push
         where push.project_id = link.id and push.is_own
           and lower(push.repo_owner) = lower(link.github_repo_owner)
           and lower(push.repo_name) = lower(link.github_repo_name)
           and (link.github_branch is null or push.branch = link.github_branch)
         order by push.created_at desc limit 1
      ) as newest on true
      left join lateral (
        select push.created_at, push.commit_sha, push.commit_message, push.branch
          from public.push_records as push
         where push.project_id = link.id and push.is_own and push.succeeded
           and lower(push.repo_owner) = lower(link.github_repo_owner)
           and lower(push.repo_name) = lower(link.github_repo_name)
           and (link.github_branch is null or push.branch = link.github_branch)
         order by push.created_at desc limit 1
      ) as pushed on true
      left join lateral (
        select event.created_at as at
          from public.sync_events as event
         where event.project_id = link.id and event.direction = 'inward' and event.counts ? 'files'
           and event.result in ('created', 'updated')
         order by event.created_at desc limit 1
      ) as imported on true
      left join lateral (
        select sum(push.commit_count) as commits
          from public.push_records as push
         where push.project_id = link.id and not push.is_own and push.succeeded
           and push.created_at > greatest(pushed.created_at, imported.at, link.created_at)
           and lower(push.repo_owner) = lower(link.github_repo_owner)
           and lower(push.repo_name) = lower(link.github_repo_name)
           and (link.github_branch is null or push.branch = link.github_branch)
      ) as others on true
  $$;

-- What the dashboard asks the caller to look at. At most 50 of each kind, the most urgent first. Pushes older than 90 days
-- are past: what nobody cared about so long needs no attention.
-- A connection is about to end when it can no longer be renewed within two weeks. `input_today` is the reader's own day, by
-- which their board shows a task as overdue. In plpgsql, since tasks get their numbers in the next migration.
create function public.get_attention(input_today date default null)
  returns table (
    kind text, project_id uuid, project_name text, task_number integer, task_name text, commits bigint, message text, at timestamptz
  )
  language plpgsql stable set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    return query with state as (
      select state.*
        from public.get_sync_states(array(
               select distinct push.project_id
                 from public.push_records as push
                where push.user_id = (select auth.uid())
                  and push.created_at > app.now() - interval '90 days'
                  and not (push.succeeded and push.is_own)
                  and push.project_id is not null
             )) as state
        join public.projects on projects.id = state.project_id
       where state.is_mine and state.state in ('push_failed', 'github_ahead') and projects.status <> 'archived'
    )
    (select case when access_token is null or coalesce(refresh_token_expires_at, expires_at) <= app.now()
                 then 'connection_ended' else 'connection_ends' end,
            null::uuid, null, null::integer, null, null::bigint, github_username,
            case when access_token is not null then coalesce(refresh_token_expires_at, expires_at) end
       from public.github_integrations
      where user_id = (select auth.uid())
        and (access_token is null or coalesce(refresh_token_expires_at, expires_at) < app.now() + interval '14 days'))
    union all
    (select 'push_failed', project_id, project_name, null, null, null, failed_message, failed_at
       from state where state = 'push_failed' order by failed_at desc limit 50)
    union all
    (select 'github_ahead', project_id, project_name, null, null, ahead_by, null, last_push_at
       from state where state = 'github_ahead' order by ahead_by desc, project_name limit 50)
    union all
    (select 'task_overdue', tasks.project_id, projects.name, tasks.number, tasks.name, null, null,
            tasks.due_date::timestamp at time zone 'utc'
       from public.tasks
       join public.projects on projects.id = tasks.project_id
      where tasks.assignee_id = (select auth.uid())
        and tasks.status <> 'done'
        and tasks.due_date < coalesce(input_today, (app.now() at time zone 'utc')::date)
        and projects.status <> 'archived'
      order by tasks.due_date limit 50);
  end
  $$;

-- The chart counts what the caller pushed, now that others' pushes are recorded as such.
create or replace function public.get_push_activity(input_days integer default 30)
  returns table (day date, pushes bigint, commits bigint)
  language sql stable set search_path = ''
  as $$
    select (created_at at time zone 'utc')::date, count(*), count(commit_sha)
      from public.push_records
     where user_id = (select auth.uid())
       and is_own
       and created_at >= date_trunc('day', app.now() at time zone 'utc') at time zone 'utc'
                         - (least(greatest(input_days, 1), 366) - 1) * interval '1 day'
     group by 1
     order by 1
  $$;

revoke execute on function public.get_sync_states(uuid[]), public.get_attention(date) from public;
grant execute on function public.get_sync_states(uuid[]), public.get_attention(date) to authenticated;

-- replaces a27881414539f157a9f6763666b72fdfc0445fbd4b4ac2eda98870583945185f
