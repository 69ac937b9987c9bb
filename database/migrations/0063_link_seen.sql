-- The extension sends its whole list every five minutes. When it last named a link is kept apart, so that a list without
-- changes rewrites no link, with its text and its indexes, but a few narrow rows in place.

create table app.link_seen (
  -- Deferred like all that refers to a link: a deleted link comes straight back, marked (0009).
  link_id uuid primary key references public.bolt_projects (id) deferrable initially deferred,
  seen_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Without policies or grants: members read it through the functions below.
alter table app.link_seen enable row level security;

-- With its owner a link goes for good, and takes its row along.
create or replace function app.keep_deleted_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from public.users where id = old.user_id) then
      old.deleted_at := coalesce(old.deleted_at, app.now());
      insert into public.bolt_projects select old.*;
    else
      delete from app.link_seen where link_id = old.id;
    end if;
    return null;
  end
  $$;

-- The stored time is that of the last sync that changed a link. Whoever reads a link reads it here, with its last sync of all.
-- The columns are the table's, in its order, so that functions can answer with rows of the table.
create view app.synced_links with (security_invoker = true) as
  select links.id, links.user_id, links.bolt_project_id, links.project_name, links.project_description,
         links.github_repo_owner, links.github_repo_name, links.github_branch, links.github_repo_url, links.is_private,
         links.last_modified, greatest(links.last_sync_at, seen.seen_at) as last_sync_at,
         links.deleted_at, links.created_at, links.updated_at, links.extension_digest, links.former_repo_url
    from public.bolt_projects as links
    left join app.link_seen as seen on seen.link_id = links.id;

-- Nobody sorts the table by the stored time any more.
drop index public.bolt_projects_recent_first;

-- The caller's links. It answers like the table, to which the data API can join projects.
create function public.get_linked_projects() returns setof public.bolt_projects
  language sql stable security definer set search_path = ''
  as $$
    select * from app.synced_links
     where user_id = auth.uid() and deleted_at is null and app.is_assured()
  $$;

revoke execute on function public.get_linked_projects() from public;
grant execute on function public.get_linked_projects() to authenticated;

create or replace function public.get_deleted_bolt_projects() returns setof public.bolt_projects
  language sql stable security definer set search_path = ''
  as $$
    select * from app.synced_links
     where user_id = auth.uid() and deleted_at is not null and app.is_assured()
     order by deleted_at desc
  $$;

create or replace function public.restore_bolt_project(input_project_id uuid) returns setof public.bolt_projects
  language sql security definer set search_path = ''
  as $$
    update public.bolt_projects as link
       set deleted_at = null,
           last_sync_at = greatest(last_sync_at, (select seen_at from app.link_seen where link_id = link.id))
     where id = input_project_id and user_id = auth.uid() and app.is_assured()
    returning *
  $$;

-- From here on: as before, but for the time.

create or replace function public.get_project_repository(input_project_id uuid)
  returns table (github_repo_owner text, github_repo_name text, github_branch text, is_private boolean, last_sync_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select links.github_repo_owner, links.github_repo_name, links.github_branch, links.is_private, links.last_sync_at
      from app.synced_links as links
      join public.projects on projects.bolt_project_id = links.id
     where projects.id = input_project_id
       and links.github_repo_name is not null
       and app.project_role(input_project_id) is not null
  $$;

create or replace function public.get_sync_states(input_project_ids uuid[] default null)
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

create or replace function public.get_my_projects()
  returns table (
    project_id uuid, link_id uuid, name text, description text, status text, role text, owner_name text,
    bolt_project_id text, repository text, github_repo_owner text, github_repo_name text, github_branch text,
    is_private boolean, former_repo_url text, last_sync_at timestamptz, created_at timestamptz, removed_at timestamptz
  )
  language sql stable security definer set search_path = ''
  as $$
    select projects.id, own.id, projects.name, projects.description, projects.status, members.role,
           case when members.role <> 'owner' then owners.display_name end,
           own.bolt_project_id, links.github_repo_owner || '/' || links.github_repo_name,
           links.github_repo_owner, links.github_repo_name, links.github_branch, links.is_private, own.former_repo_url,
           links.last_sync_at, projects.created_at, null::timestamptz
      from public.project_members as members
      join public.projects on projects.id = members.project_id
      join public.users as owners on owners.id = projects.owner_id
      left join app.synced_links as links on links.id = projects.bolt_project_id and links.deleted_at is null
      left join public.bolt_projects as own on own.id = links.id and own.user_id = auth.uid()
     where members.user_id = auth.uid() and projects.unlinked_at is null and app.is_assured()
    union all
    select null, links.id, links.project_name, links.project_description, null, 'owner', null,
           links.bolt_project_id, links.github_repo_owner || '/' || links.github_repo_name,
           links.github_repo_owner, links.github_repo_name, links.github_branch, links.is_private, links.former_repo_url,
           links.last_sync_at, links.created_at, links.deleted_at
      from app.synced_links as links
     where links.user_id = auth.uid() and links.deleted_at is not null and app.is_assured()
  $$;

create or replace function public.get_duplicate_links()
  returns table (link_id text, project_name text, repo_owner text, repo_name text, branch text, last_sync_at timestamptz)
  language sql stable security invoker set search_path = ''
  as $$
  select id::text, project_name::text, github_repo_owner::text, github_repo_name::text, coalesce(github_branch, 'main')::text, last_sync_at
    from (
      select *,
             count(*) over (
               partition by lower(github_repo_owner), lower(github_repo_name), coalesce(github_branch, 'main')
             ) as shared_by
        from public.get_linked_projects()
       where github_repo_owner is not null
         and github_repo_name is not null
    ) as linked
   where shared_by > 1
   order by lower(github_repo_owner), lower(github_repo_name), coalesce(github_branch, 'main'),
            last_sync_at desc nulls last, id
   limit 100
  $$;
