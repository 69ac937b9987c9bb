-- What is for sale. Prices are in whole currency units.

create table public.plans (
  id               uuid primary key default gen_random_uuid(),
  -- The extension tells plans apart by the words Monthly and Annual in the name.
  name             text not null,
  description      text,
  price            numeric(10, 2) not null check (price >= 0),
  currency         text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  interval         text check (interval in ('month', 'year')),
  features         text[] not null default '{}',
  -- The checkout provider's variant. A plan without one is shown but cannot be bought.
  lemon_squeezy_id text unique,
  is_active        boolean not null default true,
  sort_order       integer not null default 0,
  created_at       timestamptz not null default app.now(),
  updated_at       timestamptz not null default app.now()
);

create index plans_for_sale on public.plans (price) where is_active;

create trigger touch_updated_at
  before update on public.plans
  for each row execute function app.touch_updated_at();

alter table public.plans enable row level security;

grant select on public.plans to anon, authenticated;
grant all on public.plans to service_role;

create policy "plans for sale are public" on public.plans
  for select to anon, authenticated using (is_active);

create policy "admins see every plan" on public.plans
  for select to authenticated using ((select public.is_admin()));
