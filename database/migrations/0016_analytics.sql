-- Product events, written by the server: sign-ups, connections, syncs, pushes, upgrades. Nobody else is told of them.

create table public.analytics (
  id         uuid primary key default gen_random_uuid(),
  name       text not null,
  -- Who leaves is no longer named, but still counted. Properties therefore hold nothing personal.
  user_id    uuid references public.users (id) on delete set null,
  properties jsonb not null default '{}',
  created_at timestamptz not null default app.now()
);

create index analytics_by_name on public.analytics (name, created_at desc);
create index analytics_newest_first on public.analytics (created_at desc, id);
create index analytics_of_user on public.analytics (user_id, created_at desc);

alter table public.analytics enable row level security;

grant select on public.analytics to authenticated;
grant all on public.analytics to service_role;

create policy "admins read" on public.analytics
  for select to authenticated using ((select public.is_admin()));
