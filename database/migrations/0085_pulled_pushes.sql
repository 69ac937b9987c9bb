-- GitHub is not ahead by what was brought back. A pull and GitHub's word of the same commit arrive in any order, so commits
-- decide about them, and times do not.

-- The commit that was brought back; null for every other entry.
alter table public.sync_events
  add column commit_sha text;

alter table public.push_records
  -- Where the branch was before, as far as GitHub told.
  add column before_sha text,
  -- The project has what was pushed, because it was brought back.
  add column is_pulled boolean not null default false;

-- As before, but for pulls.
create or replace function app.project_states(input_project_ids uuid[])
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
             when exists (
               select from public.sync_events as event
                where event.project_id = link.id and event.direction = 'inward' and event.counts ? 'files'
                  and event.commit_sha is not null
             ) then 'in_sync'
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
           and event.result in ('created', 'updated') and event.commit_sha is null
         order by event.created_at desc limit 1
      ) as imported on true
      left join lateral (
        select sum(push.commit_count) as commits
          from public.push_records as push
         where push.project_id = link.id and not push.is_own and push.succeeded and not push.is_pulled
           and push.created_at > greatest(pushed.created_at, imported.at, link.created_at)
           and lower(push.repo_owner) = lower(link.github_repo_owner)
           and lower(push.repo_name) = lower(link.github_repo_name)
           and (link.github_branch is null or push.branch = link.github_branch)
      ) as others on true
  $$;
