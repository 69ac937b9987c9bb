-- Payments, one per provider invoice. The books outlive the account: when a person goes, the amount stays.

create table public.transactions (
  id                  uuid primary key default gen_random_uuid(),
  user_id             uuid references public.users (id) on delete set null,
  subscription_id     uuid references public.subscriptions (id) on delete set null,
  provider_invoice_id text not null unique,
  amount              numeric(10, 2) not null,
  currency            text not null check (currency ~ '^[A-Z]{3}$'),
  -- Status and reason are the provider's words, and its list of them is not promised to be complete.
  status              text not null,
  billing_reason      text,
  invoice_url         text check (invoice_url ~ '^https?://'),
  created_at          timestamptz not null default app.now(),
  updated_at          timestamptz not null default app.now()
);

create index transactions_of_user on public.transactions (user_id, created_at desc);
create index transactions_of_subscription on public.transactions (subscription_id, created_at desc);
create index transactions_newest_first on public.transactions (created_at desc, id);

create trigger touch_updated_at
  before update on public.transactions
  for each row execute function app.touch_updated_at();

alter table public.transactions enable row level security;

grant select on public.transactions to authenticated;
grant all on public.transactions to service_role;

create policy "a second factor, once set up, is required" on public.transactions
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.transactions
  for select to authenticated using (user_id = (select auth.uid()));

create policy "admins see all" on public.transactions
  for select to authenticated using ((select public.is_admin()));
