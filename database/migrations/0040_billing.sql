-- What buying needs: more of what the provider tells, checkouts under way, and why people cancel.

alter table public.subscriptions
  add column card_brand        text,
  add column card_last_four    text,
  add column payment_processor text,
  add column pause_resumes_at  timestamptz,
  add column provider_order_id text,
  -- Bought with the provider's test cards: no figure counts it.
  add column is_test           boolean not null default false,
  -- When the provider was last asked. What a webhook tells alone does not count.
  add column checked_at        timestamptz;

-- The amount is the total, tax included.
alter table public.transactions
  add column tax                 numeric(10, 2) not null default 0,
  add column refunded_amount     numeric(10, 2) not null default 0,
  -- Events come twice and out of order; an older one must not undo a newer.
  add column provider_updated_at timestamptz;

-- Proves which member a payment belongs to: what the provider sends along can be altered by whoever opens the link.
create table public.checkouts (
  id                            uuid primary key default gen_random_uuid(),
  -- null: the member has left. What is bought with a link that is still open is cancelled at once.
  user_id                       uuid references public.users (id) on delete set null,
  plan_id                       uuid not null references public.plans (id),
  variant_id                    text not null,
  -- null until the provider has answered.
  provider_id                   text,
  url                           text,
  success_url                   text not null,
  cancel_url                    text not null,
  expires_at                    timestamptz,
  completed_at                  timestamptz,
  lemon_squeezy_subscription_id text,
  created_at                    timestamptz not null default app.now()
);

create index checkouts_of_user on public.checkouts (user_id, created_at desc);
create index checkouts_by_plan on public.checkouts (plan_id);
create index checkouts_open on public.checkouts (created_at) where completed_at is null;

alter table public.checkouts enable row level security;

-- One row per cancellation made here. The reason outlives the account, the comment does not.
create table public.cancellations (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid references public.users (id) on delete set null,
  subscription_id uuid references public.subscriptions (id) on delete set null,
  reason          text check (reason in
                    ('too_expensive', 'missing_feature', 'unused', 'switched_service', 'quality', 'temporary', 'other')),
  comment         text check (char_length(comment) <= 1000),
  created_at      timestamptz not null default app.now()
);

create index cancellations_of_user on public.cancellations (user_id);
create index cancellations_of_subscription on public.cancellations (subscription_id);
create index cancellations_newest_first on public.cancellations (created_at desc);

alter table public.cancellations enable row level security;

-- Subscriptions of members who left. The provider goes on telling of them for a while.
create table public.forgotten_subscriptions (
  lemon_squeezy_subscription_id text primary key,
  forgotten_at                  timestamptz not null default app.now()
);

alter table public.forgotten_subscriptions enable row level security;

-- Runs of the reconciler, for admins.
create table public.reconciliations (
  id               uuid primary key default gen_random_uuid(),
  -- `due`: what was expected to change. `full`: everything.
  scope            text not null check (scope in ('due', 'full')),
  started_at       timestamptz not null default app.now(),
  -- null: still running, or the server crashed.
  finished_at      timestamptz,
  seen             integer not null default 0,
  healed           integer not null default 0,
  unclaimed        integer not null default 0,
  failed           integer not null default 0,
  -- Plans whose price, currency or interval differs at the provider: [{"planId", "ours", "theirs"}].
  plan_differences jsonb not null default '[]',
  error            text
);

create index reconciliations_newest_first on public.reconciliations (started_at desc);

alter table public.reconciliations enable row level security;

-- What became of an event; null while it is not decided. `failed` and `unclaimed` ones can be replayed.
alter table ops.webhook_events
  add column outcome text,
  add constraint webhook_events_outcome_check
    check (outcome in ('applied', 'outdated', 'ignored', 'unclaimed', 'failed')) not valid;

create or replace function app.forget_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The books need the amount, the day and the provider's number; the invoice itself names its reader.
    update public.transactions
       set user_id = null, subscription_id = null, invoice_url = null
     where user_id = old.id;

    -- An open link may still be paid. Of all others nothing is needed.
    delete from public.checkouts where user_id = old.id and coalesce(expires_at < app.now(), url is null);
    update public.checkouts set user_id = null, url = null, success_url = '', cancel_url = '' where user_id = old.id;
    update public.cancellations set user_id = null, subscription_id = null, comment = null where user_id = old.id;
    delete from ops.leases where strpos(name, old.id::text) > 0;

    delete from public.audit_log where subject_type = 'user' and subject_id = old.id::text;

    -- A copy that is still public is deleted now instead of later, and forgotten after that.
    delete from public.temporary_clones where user_id = old.id and deleted_at is not null;
    update public.temporary_clones
       set delete_at = least(delete_at, app.now()), next_attempt_at = least(next_attempt_at, app.now())
     where user_id = old.id;

    return old;
  end
  $$;

create or replace function app.forget_subscription() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.forgotten_subscriptions (lemon_squeezy_subscription_id)
    values (old.lemon_squeezy_subscription_id)
    on conflict do nothing;
    perform ops.empty_events(array(
      select id from ops.webhook_events
       where provider <> 'github' and object_type in ('subscription', 'subscriptions')
         and object_id = old.lemon_squeezy_subscription_id
         and processed_at is not null
    ));
    return null;
  end
  $$;

-- replaces 59dc66eeaae75116643e4e745ae3b326e3a9c21ba9fc40512c25fdfc3568ff4c
