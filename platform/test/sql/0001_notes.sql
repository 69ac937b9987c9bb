-- A table of the tests' own program: everybody reads and writes their own notes.

create table public.notes (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references auth.users (id) on delete cascade,
  text       text not null,
  created_at timestamptz not null default now()
);

alter table public.notes enable row level security;

grant usage on schema public to anon, authenticated, service_role;
grant select, insert, update, delete on public.notes to authenticated, service_role;

create policy "owners read and write" on public.notes
  to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
