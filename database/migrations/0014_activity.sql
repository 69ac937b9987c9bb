-- What happened to projects: synchronisation with the extension, pushes to the code host, temporary copies for imports.
-- The server writes; people read.

create table public.sync_events (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references public.users (id) on delete cascade,
  project_id uuid not null references public.projects (id) on delete cascade,
  direction  text not null check (direction in ('outward', 'inward')),
  result     text not null check (result in ('created', 'updated', 'deleted', 'restored', 'conflict', 'failed')),
  counts     jsonb not null default '{}',
  message    text,
  created_at timestamptz not null default app.now()
);

create index sync_events_of_project on public.sync_events (project_id, created_at desc);
create index sync_events_of_user on public.sync_events (user_id, created_at desc);

create table public.push_records (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references public.users (id) on delete cascade,
  project_id     uuid references public.projects (id) on delete set null,
  repo_owner     text not null,
  repo_name      text not null,
  branch         text not null,
  commit_sha     text,
  commit_message text,
  files_added    integer not null default 0,
  files_modified integer not null default 0,
  files_deleted  integer not null default 0,
  succeeded      boolean not null,
  error          text,
  created_at     timestamptz not null default app.now()
);

create index push_records_of_project on public.push_records (project_id, created_at desc);
create index push_records_of_user on public.push_records (user_id, created_at desc);
create index push_records_newest_first on public.push_records (created_at desc);

-- Public copies of private repositories. The row outlives the account: a copy must never stay public because we forgot it.
create table public.temporary_clones (
  id               uuid primary key default gen_random_uuid(),
  user_id          uuid references public.users (id) on delete set null,
  source_full_name text not null,
  clone_full_name  text not null,
  -- Deletion goes by this id, never by the name alone, which may meanwhile belong to another repository.
  github_repo_id   bigint unique,
  branch           text,
  delete_at        timestamptz not null default app.now() + interval '1 minute',
  next_attempt_at  timestamptz not null default app.now() + interval '1 minute',
  attempts         integer not null default 0,
  last_error       text,
  deleted_at       timestamptz,
  created_at       timestamptz not null default app.now()
);

create index temporary_clones_due on public.temporary_clones (next_attempt_at) where deleted_at is null;
create index temporary_clones_of_user on public.temporary_clones (user_id, created_at desc);

alter table public.sync_events enable row level security;
alter table public.push_records enable row level security;
alter table public.temporary_clones enable row level security;

grant select on public.sync_events, public.push_records, public.temporary_clones to authenticated;
grant all on public.sync_events, public.push_records, public.temporary_clones to service_role;

create policy "a second factor, once set up, is required" on public.sync_events
  as restrictive to authenticated using ((select app.is_assured()));

create policy "members see what happened to their projects" on public.sync_events
  for select to authenticated
  using (project_id = any ((select app.my_projects('owner', 'editor', 'viewer'))::uuid[]));

create policy "a second factor, once set up, is required" on public.push_records
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own pushes, and those to their projects" on public.push_records
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or project_id = any ((select app.my_projects('owner', 'editor', 'viewer'))::uuid[])
  );

create policy "a second factor, once set up, is required" on public.temporary_clones
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.temporary_clones
  for select to authenticated using (user_id = (select auth.uid()));
