-- The profile beside every account. People write their own words in it; their role they cannot touch.

create table public.users (
  id                  uuid primary key references auth.users (id) on delete cascade,
  email               text,
  display_name        text check (char_length(display_name) <= 200),
  role                text not null default 'member' check (role in ('member', 'admin')),
  about               text check (char_length(about) <= 2000),
  avatar_url          text check (avatar_url ~ '^(https?://|/(?!/))' and char_length(avatar_url) <= 2000),
  language            text not null default 'en' check (language in ('en', 'es')),
  theme               text check (theme in ('light', 'dark')),
  notify_team         boolean not null default true,
  notify_sync_trouble boolean not null default true,
  notify_billing      boolean not null default true,
  early_access        boolean not null default false,
  deleted_at          timestamptz,
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now()
);

create index users_newest_first on public.users (created_at desc, id);
create index users_by_email on public.users (lower(email));

create trigger touch_updated_at
  before update on public.users
  for each row execute function app.touch_updated_at();

create function public.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return app.is_assured()
      and exists (select from public.users where id = auth.uid() and role = 'admin' and deleted_at is null);
  end
  $$;

revoke execute on function public.is_admin() from public;
grant execute on function public.is_admin() to anon, authenticated, service_role;

alter table public.users enable row level security;

grant select on public.users to authenticated;
grant insert (id, email, display_name, about, avatar_url, language, theme) on public.users to authenticated;
-- The id is among them for upserts, which write it again; the policy keeps it what it is.
grant update (id, display_name, about, avatar_url, language, theme, notify_team, notify_sync_trouble, notify_billing, early_access)
  on public.users to authenticated;
grant all on public.users to service_role;

create policy "a second factor, once set up, is required" on public.users
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see themselves" on public.users
  for select to authenticated using (id = (select auth.uid()));

create policy "admins see everyone" on public.users
  for select to authenticated using ((select public.is_admin()));

create policy "people write their own profile" on public.users
  for update to authenticated using (id = (select auth.uid()));

create policy "a missing profile is made by its owner" on public.users
  for insert to authenticated
  with check (id = (select auth.uid()) and email is not distinct from (select auth.email()));

-- The order of names is the specification's (section 5).
create function app.choose_display_name(metadata jsonb, email text) returns text
  language sql immutable set search_path = ''
  as $$
    select left(coalesce(
      nullif(trim(metadata ->> 'full_name'), ''),
      nullif(trim(metadata ->> 'displayName'), ''),
      nullif(trim(metadata ->> 'display_name'), ''),
      nullif(trim(metadata ->> 'name'), ''),
      nullif(split_part(email, '@', 1), ''),
      'User'
    ), 200)
  $$;

-- No picture is taken over from a provider: a job copies it into our own bucket first.
create function app.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.users (id, email, display_name, language)
    values (
      new.id,
      new.email,
      app.choose_display_name(new.raw_user_meta_data, new.email),
      case when new.raw_user_meta_data ->> 'language' in ('en', 'es') then new.raw_user_meta_data ->> 'language' else 'en' end
    )
    on conflict (id) do nothing;
    return null;
  end
  $$;

create trigger create_profile
  after insert on auth.users
  for each row execute function app.create_profile();

create function app.follow_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.deleted_at is null then
      update public.users set email = new.email, deleted_at = null where id = new.id;
    else
      -- The account stays as an empty shell; nothing in the profile may tell whose it was.
      update public.users
         set email = null, display_name = null, about = null, avatar_url = null, deleted_at = new.deleted_at
       where id = new.id;
    end if;
    return null;
  end
  $$;

create trigger follow_account
  after update of email, deleted_at on auth.users
  for each row
  when (old.email is distinct from new.email or old.deleted_at is distinct from new.deleted_at)
  execute function app.follow_account();
