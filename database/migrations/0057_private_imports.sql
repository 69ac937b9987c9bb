-- Imports of private repositories: the builder reads public ones only, so a copy is public for a minute.

alter table public.temporary_clones
  -- A row that nobody imports any more counts as a copy that has to be deleted.
  add column status text not null default 'deleting',
  add column files_done integer not null default 0,
  add column files_all integer,
  -- [{"path": …, "line": …, "kind": …, "start": …}, …]; null until the files were searched.
  add column findings jsonb,
  add column error_code text,
  add column made_public_at timestamptz,
  -- With its token the copy is deleted when the member's own is gone.
  add column installation_id bigint,
  -- The row outlives account and connection; a grant at GitHub is not revoked while a copy of that account stands.
  add column github_user_id bigint,
  -- The commit that was searched, and the one whose findings the member accepted.
  add column commit_sha text,
  add column accepted_commit text,
  -- An import that is under way moves this on. Once it has passed, the server that worked on it is gone.
  add column working_until timestamptz,
  -- Of a branch other than the default one.
  add column needs_pro boolean not null default false,
  -- When the member was told that the copy could not be deleted.
  add column reported_at timestamptz,
  add constraint temporary_clones_status_check
    check (status in ('reading', 'asking', 'creating', 'copying', 'public', 'deleting', 'deleted', 'failed')) not valid,
  add constraint temporary_clones_files_done_check check (files_done >= 0) not valid,
  add constraint temporary_clones_files_all_check check (files_all >= 0) not valid,
  add constraint temporary_clones_findings_check
    check (case jsonb_typeof(findings) when 'array' then jsonb_array_length(findings) <= 200 else findings is null end) not valid;

-- What a project and a branch had in common at the last push or import, so that a second browser knows it too.
create table public.sync_bases (
  user_id         uuid not null default auth.uid() references public.users (id) on delete cascade,
  bolt_project_id text not null check (bolt_project_id ~ '^[a-zA-Z0-9_-]{1,200}$'),
  repo_owner      text not null check (char_length(repo_owner) between 1 and 100 and repo_owner = lower(repo_owner)),
  repo_name       text not null check (char_length(repo_name) between 1 and 200 and repo_name = lower(repo_name)),
  branch          text not null check (char_length(branch) between 1 and 255),
  commit_sha      text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  -- {"path": "blob name the project had" | null, …}
  differs         jsonb not null default '{}'
    check (jsonb_typeof(differs) = 'object' and octet_length(differs::text) <= 262144),
  updated_at      timestamptz not null default app.now(),
  primary key (user_id, bolt_project_id, repo_owner, repo_name, branch)
);

alter table public.sync_bases enable row level security;

create trigger touch_updated_at
  before update on public.sync_bases
  for each row execute function app.touch_updated_at();

create trigger a_refuse_bulk before insert on public.sync_bases
  for each row execute function app.refuse_bulk(20);

-- A quarter of a megabyte each: more than anybody needs, and little enough for the database.
create function app.limit_sync_bases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    bytes constant bigint := (select coalesce(sum(octet_length(added::text)), 0) from added);
  begin
    if bytes = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse(
      'sync base bytes ' || auth.uid(), bytes, 33554432, 33554432 / 86400.0,
      'Too much was written to synced branches in a short time'
    );
    if exists (
      select from public.sync_bases
       where user_id in (select user_id from added)
       group by user_id
      having count(*) > 2000 or sum(octet_length(differs::text)) > 16777216
    ) then
      perform ops.refuse_quota('Too many synced branches', 'At most 2,000 with 16 MB of differences.');
    end if;
    return null;
  end
  $$;

create trigger limit_new_sync_bases after insert on public.sync_bases
  referencing new table as added for each statement execute function app.limit_sync_bases();
create trigger limit_changed_sync_bases after update on public.sync_bases
  referencing new table as added for each statement execute function app.limit_sync_bases();

revoke execute on function app.limit_sync_bases() from public;

grant select, delete on public.sync_bases to authenticated;
-- Upserts write the key again; the policy keeps the owner.
grant insert (user_id, bolt_project_id, repo_owner, repo_name, branch, commit_sha, differs),
      update (user_id, bolt_project_id, repo_owner, repo_name, branch, commit_sha, differs)
  on public.sync_bases to authenticated;
grant all on public.sync_bases to service_role;

create policy "a second factor, once set up, is required" on public.sync_bases
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.sync_bases
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people write their own" on public.sync_bases
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "people change their own" on public.sync_bases
  for update to authenticated using (user_id = (select auth.uid()));

create policy "people delete their own" on public.sync_bases
  for delete to authenticated using (user_id = (select auth.uid()));

-- replaces 88a8a484147209fad43ae10b0a036d02a8d3143f04945a60344189044588627b
