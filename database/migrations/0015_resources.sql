-- Videos, documents and community places, shown on the landing page and the dashboard. Admins edit them.

create table public.resource_categories (
  id         uuid primary key default gen_random_uuid(),
  code       text not null unique check (code ~ '^[a-z][a-z0-9_]*$'),
  name_en    text not null,
  name_es    text not null,
  is_active  boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);

create table public.resources (
  id             uuid primary key default gen_random_uuid(),
  category_id    uuid not null references public.resource_categories (id) on delete cascade,
  title_en       text not null check (char_length(title_en) between 1 and 200),
  title_es       text not null check (char_length(title_es) between 1 and 200),
  description_en text not null default '' check (char_length(description_en) <= 1000),
  description_es text not null default '' check (char_length(description_es) <= 1000),
  -- The browser turns this into a link, so only what may safely be one is taken.
  url            text not null check (url ~ '^(https?://|/(?!/))' and char_length(url) <= 2000),
  is_active      boolean not null default true,
  sort_order     integer not null default 0,
  created_at     timestamptz not null default app.now(),
  updated_at     timestamptz not null default app.now()
);

create index resource_categories_in_order on public.resource_categories (sort_order) where is_active;
create index resources_in_order on public.resources (category_id, sort_order);

create trigger touch_updated_at
  before update on public.resource_categories
  for each row execute function app.touch_updated_at();

create trigger touch_updated_at
  before update on public.resources
  for each row execute function app.touch_updated_at();

alter table public.resource_categories enable row level security;
alter table public.resources enable row level security;

grant select on public.resource_categories, public.resources to anon, authenticated;
grant insert, update, delete on public.resource_categories, public.resources to authenticated;
grant all on public.resource_categories, public.resources to service_role;

create policy "anyone reads what is shown" on public.resource_categories
  for select to anon, authenticated using (is_active);

create policy "admins edit" on public.resource_categories
  to authenticated using ((select public.is_admin()));

create policy "anyone reads what is shown" on public.resources
  for select to anon, authenticated using (is_active);

create policy "admins edit" on public.resources
  to authenticated using ((select public.is_admin()));
