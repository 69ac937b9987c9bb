-- Everything we hold about a member, as one file that a job writes and that is deleted again after a week.

create table public.data_exports (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references public.users (id) on delete cascade,
  status     text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  -- In the bucket `exports`.
  file_name  text not null,
  size       bigint,
  created_at timestamptz not null default app.now(),
  ready_at   timestamptz,
  expires_at timestamptz
);

create index data_exports_of_user on public.data_exports (user_id, created_at desc);
create index data_exports_by_end on public.data_exports (expires_at);
create unique index data_exports_one_at_a_time on public.data_exports (user_id) where status = 'waiting';

alter table public.data_exports enable row level security;

grant select on public.data_exports to authenticated;
grant all on public.data_exports to service_role;

create policy "a second factor, once set up, is required" on public.data_exports
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.data_exports
  for select to authenticated using (user_id = (select auth.uid()));

insert into storage.buckets (id, name, public)
values ('exports', 'exports', false)
on conflict (id) do nothing;

-- Written by the server alone; whoever may see a file may have a link signed for it.
create policy "members see their own exports" on storage.objects
  for select to authenticated
  using (bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text and (select app.is_assured()));
