-- Tasks get a description and a number, by which people, addresses and commits name them; and one list has all of a
-- member's projects.

alter table public.tasks
  add column description text,
  add column number integer,
  add constraint tasks_description_check check (char_length(description) <= 10000) not valid;

-- The last number given in each project. A number is never given twice, so that "#12" means one task forever.
-- Apart from projects: counting must not make a project look edited.
create table app.task_numbers (
  -- Checked at the end, so that a caller who may not see a project does not learn here whether it exists.
  project_id uuid primary key references public.projects (id) on delete cascade deferrable initially deferred,
  last       integer not null
);

alter table app.task_numbers enable row level security;

-- The row of the counter stays locked until the transaction ends: parallel calls get one number after the other.
-- Until the next step has come to a project, its tasks of before have the first numbers kept for them.
create function app.number_task() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    kept integer := 0;
  begin
    if not exists (select from app.task_numbers where project_id = new.project_id) then
      select count(*) into kept from public.tasks where project_id = new.project_id;
    end if;

    insert into app.task_numbers (project_id, last) values (new.project_id, kept + 1)
    on conflict (project_id) do update set last = task_numbers.last + 1
    returning last into new.number;
    return new;
  end
  $$;

create trigger number_task
  before insert on public.tasks
  for each row execute function app.number_task();

grant insert (description) on public.tasks to authenticated;
grant update (description) on public.tasks to authenticated;

create function app.limit_task_bytes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    bytes constant bigint := (select coalesce(sum(octet_length(written::text)), 0) from written);
  begin
    if bytes > 0 and ops.is_limited() then
      perform ops.take_or_refuse(
        'task bytes ' || auth.uid(), bytes, 20971520, 20971520 / 86400.0, 'Too much was written to tasks in a short time'
      );
    end if;
    return null;
  end
  $$;

create trigger limit_new_task_bytes
  after insert on public.tasks
  referencing new table as written
  for each statement execute function app.limit_task_bytes();

create trigger limit_changed_task_bytes
  after update on public.tasks
  referencing new table as written
  -- What a trigger moves, the caller did not write.
  for each statement when (pg_trigger_depth() = 0)
  execute function app.limit_task_bytes();

-- Linked or not, own or shared, and what was unlinked: a function, because links are visible to their owner only and
-- removed ones to nobody. The builder's id and the link's own id stay the owner's.
create function public.get_my_projects()
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
      left join public.bolt_projects as links on links.id = projects.bolt_project_id and links.deleted_at is null
      left join public.bolt_projects as own on own.id = links.id and own.user_id = auth.uid()
     where members.user_id = auth.uid() and projects.unlinked_at is null and app.is_assured()
    union all
    select null, links.id, links.project_name, links.project_description, null, 'owner', null,
           links.bolt_project_id, links.github_repo_owner || '/' || links.github_repo_name,
           links.github_repo_owner, links.github_repo_name, links.github_branch, links.is_private, links.former_repo_url,
           links.last_sync_at, links.created_at, links.deleted_at
      from public.bolt_projects as links
     where links.user_id = auth.uid() and links.deleted_at is not null and app.is_assured()
  $$;

revoke execute on function public.get_my_projects(), app.number_task(), app.limit_task_bytes() from public;
grant execute on function public.get_my_projects() to authenticated;

-- Numbers tasks of before, projects after projects, in the order in which they were made: the latest first, so that those left over
-- always have the numbers from 1 on. It answers with the last finished project, and what is left of the next one, if that is large.
create function app.number_old_tasks(after text, most integer) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    finished constant uuid := coalesce(split_part(after, ' ', 1)::uuid, '00000000-0000-0000-0000-000000000000');
    found constant uuid[] := array(
      select project_id from public.tasks where project_id > finished order by project_id limit most
    );
    projects uuid[] := array(select distinct unnest(found) as project order by project);
    is_whole boolean := cardinality(found) < most;
    unnumbered integer;
  begin
    if found = '{}' then
      return null;
    end if;
    -- More tasks of the last project may follow. It comes next, unless it is all that was found.
    if not is_whole and cardinality(projects) > 1 then
      projects := trim_array(projects, 1);
      is_whole := true;
    end if;

    insert into app.task_numbers (project_id, last)
    select project_id, count(*) from public.tasks where project_id = any (projects) group by project_id
    on conflict do nothing;
    update public.tasks set number = counted.number
      from (
        select id,
               count(*) over (partition by project_id) + 1
                 - row_number() over (partition by project_id order by created_at desc, id desc) as number
          from public.tasks
         where project_id = any (projects) and number is null
         order by project_id, created_at desc, id desc limit most
      ) as counted
     where tasks.id = counted.id;

    if not is_whole then
      select count(*) into unnumbered from public.tasks where project_id = any (projects) and number is null;
      if unnumbered > 0 then
        return finished || ' ' || unnumbered;
      end if;
    end if;
    return projects[cardinality(projects)];
  end
  $$;

-- replaces 01209ea2003ad9c8b21493efb0897a4216a77c82fc18d9d78026e5a61c196a0b
