-- Linked projects: which project in the builder belongs to which repository.

create table public.bolt_projects (
  id                  uuid primary key default gen_random_uuid(),
  user_id             uuid not null default auth.uid() references public.users (id) on delete cascade,
  -- The builder's id. A link made on the website has none, and gets one of a shape the extension accepts.
  bolt_project_id     text not null default 'web-' || left(replace(gen_random_uuid()::text, '-', ''), 16)
                        check (bolt_project_id ~ '^[a-zA-Z0-9_-]{1,200}$'),
  project_name        text not null check (char_length(project_name) between 1 and 200),
  project_description text check (char_length(project_description) <= 10000),
  github_repo_owner   text check (char_length(github_repo_owner) <= 100),
  github_repo_name    text check (char_length(github_repo_name) <= 200),
  github_branch       text check (char_length(github_branch) <= 255),
  github_repo_url     text check (github_repo_url ~ '^https?://' and char_length(github_repo_url) <= 2000),
  is_private          boolean not null default true,
  last_modified       timestamptz,
  last_sync_at        timestamptz,
  deleted_at          timestamptz,
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now(),
  -- Two projects of one name are fine; two of one id are the same project.
  unique (user_id, bolt_project_id)
);

create index bolt_projects_recent_first on public.bolt_projects (user_id, last_sync_at desc nulls last, created_at desc)
  where deleted_at is null;
create index bolt_projects_newest_first on public.bolt_projects (user_id, created_at desc) where deleted_at is null;
create index bolt_projects_by_name on public.bolt_projects (user_id, lower(project_name)) where deleted_at is null;
create index bolt_projects_deleted on public.bolt_projects (user_id, deleted_at desc) where deleted_at is not null;
create index bolt_projects_by_repository on public.bolt_projects (lower(github_repo_owner), lower(github_repo_name));

create trigger touch_updated_at
  before update on public.bolt_projects
  for each row execute function app.touch_updated_at();

alter table public.bolt_projects enable row level security;

grant select, delete on public.bolt_projects to authenticated;
grant insert (user_id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name,
              github_branch, github_repo_url, is_private, last_modified, last_sync_at)
  on public.bolt_projects to authenticated;
-- Owner and builder id are among them for upserts, which write them again; the policy keeps the owner what he is.
grant update (user_id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name,
              github_branch, github_repo_url, is_private, last_modified, last_sync_at)
  on public.bolt_projects to authenticated;
grant all on public.bolt_projects to service_role;

create policy "a second factor, once set up, is required" on public.bolt_projects
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own until they delete them" on public.bolt_projects
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);

create policy "people link their own" on public.bolt_projects
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "people edit their own" on public.bolt_projects
  for update to authenticated using (user_id = (select auth.uid()));

create policy "people delete their own" on public.bolt_projects
  for delete to authenticated using (user_id = (select auth.uid()));

-- Every deletion is soft, whoever asks for it: the row comes straight back, marked. It is done after the deletion and not
-- instead of it, so that the caller's RETURNING and row count are those of a deletion. Only with its owner does a link go.
-- Whatever refers to a link must therefore be deferred, and never cascade.
create function app.keep_deleted_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from public.users where id = old.user_id) then
      old.deleted_at := coalesce(old.deleted_at, app.now());
      insert into public.bolt_projects select old.*;
    end if;
    return null;
  end
  $$;

create trigger keep_deleted_link
  after delete on public.bolt_projects
  for each row execute function app.keep_deleted_link();

create function public.get_deleted_bolt_projects() returns setof public.bolt_projects
  language sql stable security definer set search_path = ''
  as $$
    select * from public.bolt_projects
     where user_id = auth.uid() and deleted_at is not null and app.is_assured()
     order by deleted_at desc
  $$;

create function public.restore_bolt_project(input_project_id uuid) returns setof public.bolt_projects
  language sql security definer set search_path = ''
  as $$
    update public.bolt_projects set deleted_at = null
     where id = input_project_id and user_id = auth.uid() and app.is_assured()
    returning *
  $$;

revoke execute on function public.get_deleted_bolt_projects(), public.restore_bolt_project(uuid) from public;
grant execute on function public.get_deleted_bolt_projects(), public.restore_bolt_project(uuid) to authenticated;
