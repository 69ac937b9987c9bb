-- Tasks on a project's board. Viewers look; owners and editors move things, from any column to any other.

create table public.tasks (
  id           uuid primary key default gen_random_uuid(),
  project_id   uuid not null references public.projects (id) on delete cascade,
  name         text not null check (char_length(name) between 1 and 500),
  assignee_id  uuid,
  priority     text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  due_date     date,
  status       text not null default 'todo' check (status in ('todo', 'inProgress', 'done')),
  -- Order within a column. A fraction, so that a move between two neighbours rewrites neither.
  position     double precision not null,
  completed_at timestamptz,
  created_by   uuid default auth.uid() references public.users (id) on delete set null,
  created_at   timestamptz not null default app.now(),
  updated_at   timestamptz not null default app.now(),
  -- Only members can be given a task, and who leaves gives his tasks back.
  foreign key (project_id, assignee_id)
    references public.project_members (project_id, user_id) on delete set null (assignee_id)
);

create index tasks_on_board on public.tasks (project_id, status, position);
create index tasks_of_assignee on public.tasks (assignee_id, due_date);
create index tasks_of_project_and_assignee on public.tasks (project_id, assignee_id);
create index tasks_of_creator on public.tasks (created_by);

create trigger touch_updated_at
  before update on public.tasks
  for each row execute function app.touch_updated_at();

create function app.put_task_last() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    select coalesce(max(position), 0) + 1024 into new.position
      from public.tasks
     where project_id = new.project_id and status = new.status;
    return new;
  end
  $$;

create trigger put_task_last
  before insert on public.tasks
  for each row when (new.position is null)
  execute function app.put_task_last();

create function app.stamp_task_completion() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.completed_at := case when new.status = 'done' then app.now() end;
    return new;
  end
  $$;

create trigger stamp_new_task
  before insert on public.tasks
  for each row execute function app.stamp_task_completion();

create trigger stamp_moved_task
  before update of status on public.tasks
  for each row when (old.status <> new.status)
  execute function app.stamp_task_completion();

alter table public.tasks enable row level security;

grant select, delete on public.tasks to authenticated;
grant insert (project_id, name, assignee_id, priority, due_date, status, position) on public.tasks to authenticated;
grant update (name, assignee_id, priority, due_date, status, position) on public.tasks to authenticated;
grant all on public.tasks to service_role;

create policy "a second factor, once set up, is required" on public.tasks
  as restrictive to authenticated using ((select app.is_assured()));

create policy "members see the tasks" on public.tasks
  for select to authenticated
  using (project_id = any ((select app.my_projects('owner', 'editor', 'viewer'))::uuid[]));

create policy "owners and editors add" on public.tasks
  for insert to authenticated
  with check (project_id = any ((select app.my_projects('owner', 'editor'))::uuid[]));

create policy "owners and editors change" on public.tasks
  for update to authenticated
  using (project_id = any ((select app.my_projects('owner', 'editor'))::uuid[]));

create policy "owners and editors delete" on public.tasks
  for delete to authenticated
  using (project_id = any ((select app.my_projects('owner', 'editor'))::uuid[]));
