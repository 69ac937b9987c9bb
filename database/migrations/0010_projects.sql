-- Projects: what a team works on. Each has one owner and, often, a linked project in the builder.

create table public.projects (
  id              uuid primary key default gen_random_uuid(),
  owner_id        uuid not null default auth.uid() references public.users (id) on delete cascade,
  -- Deferred, because a deleted link is back before the transaction ends.
  bolt_project_id uuid unique references public.bolt_projects (id) deferrable initially deferred,
  name            text not null check (char_length(name) between 1 and 200),
  description     text check (char_length(description) <= 10000),
  start_date      date,
  end_date        date check (end_date >= start_date),
  status          text not null default 'active' check (status in ('planned', 'active', 'completed', 'archived')),
  -- While its link is deleted a project is out of sight; it returns with the link.
  unlinked_at     timestamptz,
  created_at      timestamptz not null default app.now(),
  updated_at      timestamptz not null default app.now()
);

create index projects_of_owner on public.projects (owner_id, created_at desc);
create index projects_newest_first on public.projects (created_at desc, id);

create table public.project_members (
  project_id uuid not null references public.projects (id) on delete cascade,
  user_id    uuid not null references public.users (id) on delete cascade,
  role       text not null default 'viewer' check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz not null default app.now(),
  primary key (project_id, user_id)
);

create index project_members_of_user on public.project_members (user_id, role, project_id);
create unique index project_members_one_owner on public.project_members (project_id) where role = 'owner';

create trigger touch_updated_at
  before update on public.projects
  for each row execute function app.touch_updated_at();

-- The projects in which the caller has one of these roles. Policies compare ids with this list instead of asking row by
-- row, so that an index can answer; and it reads as the owner, else members would ask about members without end.
create function app.my_projects(variadic roles text[]) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select projects.id
        from public.project_members
        join public.projects on projects.id = project_members.project_id
       where project_members.user_id = auth.uid()
         and project_members.role = any (roles)
         and projects.unlinked_at is null
    );
  end
  $$;

create function app.project_role(input_project_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select project_members.role
        from public.project_members
        join public.projects on projects.id = project_members.project_id
       where project_members.project_id = input_project_id
         and project_members.user_id = auth.uid()
         and projects.unlinked_at is null
         and app.is_assured()
    );
  end
  $$;

create function app.make_owner_a_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.project_members (project_id, user_id, role) values (new.id, new.owner_id, 'owner');
    return null;
  end
  $$;

create trigger make_owner_a_member
  after insert on public.projects
  for each row execute function app.make_owner_a_member();

alter table public.projects enable row level security;
alter table public.project_members enable row level security;

-- bolt_project_id is not among them: projects get their link, and links their project, by trigger.
grant select, delete on public.projects to authenticated;
grant insert (owner_id, name, description, start_date, end_date, status) on public.projects to authenticated;
grant update (name, description, start_date, end_date, status) on public.projects to authenticated;
grant all on public.projects to service_role;

grant select, update (role), delete on public.project_members to authenticated;
grant all on public.project_members to service_role;

create policy "a second factor, once set up, is required" on public.projects
  as restrictive to authenticated using ((select app.is_assured()));

-- The owner is named besides the members because a new project is read back before its membership exists.
create policy "members see their projects" on public.projects
  for select to authenticated
  using (
    unlinked_at is null
    and (owner_id = (select auth.uid()) or id = any ((select app.my_projects('owner', 'editor', 'viewer'))::uuid[]))
  );

create policy "anyone starts a project of their own" on public.projects
  for insert to authenticated with check (owner_id = (select auth.uid()));

create policy "owners and editors edit" on public.projects
  for update to authenticated using (id = any ((select app.my_projects('owner', 'editor'))::uuid[]));

create policy "owners delete" on public.projects
  for delete to authenticated using (owner_id = (select auth.uid()));

create policy "a second factor, once set up, is required" on public.project_members
  as restrictive to authenticated using ((select app.is_assured()));

create policy "members see each other" on public.project_members
  for select to authenticated
  using (project_id = any ((select app.my_projects('owner', 'editor', 'viewer'))::uuid[]));

create policy "owners change the role of others" on public.project_members
  for update to authenticated
  using (role <> 'owner' and project_id = any ((select app.my_projects('owner'))::uuid[]))
  with check (role <> 'owner');

create policy "owners remove others, and others leave" on public.project_members
  for delete to authenticated
  using (
    role <> 'owner'
    and (user_id = (select auth.uid()) or project_id = any ((select app.my_projects('owner'))::uuid[]))
  );

-- Names and pictures are all that co-members learn of each other, so profiles themselves stay closed to them.
create function public.get_project_members(input_project_id uuid)
  returns table (user_id uuid, display_name text, avatar_url text, role text, created_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select users.id, users.display_name, users.avatar_url, project_members.role, project_members.created_at
      from public.project_members
      join public.users on users.id = project_members.user_id
     where project_members.project_id = input_project_id
       and app.project_role(input_project_id) is not null
     order by project_members.created_at, users.id
  $$;

revoke execute on function public.get_project_members(uuid) from public;
grant execute on function public.get_project_members(uuid) to authenticated;
