-- One decision about a project's state for all readers: its members, and admins. Only functions change here.

-- For the server and for functions that have checked their caller. It was the body of `get_sync_states`, whose reasons are in 0037.
create function app.project_states(input_project_ids uuid[])
  returns table (
    project_id uuid, state text, ahead_by bigint, repo_owner text, repo_name text, branch text,
    last_push_at timestamptz, last_push_sha text, last_push_message text, last_push_branch text,
    failed_at timestamptz, failed_message text
  )
  language sql stable security definer set search_path = ''
  as $$
    with linked as (
      select projects.id, link.user_id, link.created_at,
             link.github_repo_owner, link.github_repo_name, link.github_branch
        from public.projects
        join public.bolt_projects as link on link.id = projects.bolt_project_id
       where projects.id in (select unnest(input_project_ids))
         and projects.unlinked_at is null
         and link.deleted_at is null
    )
    select link.id,
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

revoke execute on function app.project_states(uuid[]) from public;

-- As before: of the caller's projects, without ids of the 200 that were synced last.
create or replace function public.get_sync_states(input_project_ids uuid[] default null)
  returns table (
    project_id uuid, project_name text, state text, ahead_by bigint, repo_owner text, repo_name text, branch text, is_mine boolean,
    last_push_at timestamptz, last_push_sha text, last_push_message text, last_push_branch text,
    failed_at timestamptz, failed_message text
  )
  language sql stable security definer set search_path = ''
  as $$
    with own as (
      select projects.id, projects.name, projects.owner_id, link.last_sync_at, link.created_at
        from public.project_members as membership
        join public.projects on projects.id = membership.project_id
        join app.synced_links as link on link.id = projects.bolt_project_id
       where membership.user_id = (select auth.uid())
         -- Not `= any (…)`, which compares each project with each id.
         and (input_project_ids is null or projects.id in (select unnest(input_project_ids)))
         and projects.unlinked_at is null
         and link.deleted_at is null
         and (select app.is_assured())
       order by link.last_sync_at desc nulls last, link.created_at desc
       limit case when input_project_ids is null then 200 end
    )
    select own.id, own.name, state.state, state.ahead_by, state.repo_owner, state.repo_name, state.branch,
           own.owner_id = (select auth.uid()),
           state.last_push_at, state.last_push_sha, state.last_push_message, state.last_push_branch,
           state.failed_at, state.failed_message
      from own
      join app.project_states(array(select id from own)) as state on state.project_id = own.id
     order by own.last_sync_at desc nulls last, own.created_at desc
  $$;
