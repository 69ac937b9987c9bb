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

-- Everybody reads these.
create table public.announcements (
  id   uuid primary key default gen_random_uuid(),
  text text not null default ''
);

alter table public.announcements enable row level security;

grant select on public.announcements to anon, authenticated;
grant all on public.announcements to service_role;

create policy "everybody reads" on public.announcements for select to anon, authenticated using (true);

-- Pictures that everybody sees and each member writes below a folder named after their id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

create policy "owners read and write their avatars" on storage.objects
  to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
