-- Who pays for what, as the checkout provider last told us. Only the server writes here.

create table public.subscriptions (
  id                            uuid primary key default gen_random_uuid(),
  user_id                       uuid not null references public.users (id) on delete cascade,
  plan_id                       uuid not null references public.plans (id),
  status                        text not null
                                  check (status in ('on_trial', 'active', 'paused', 'past_due', 'unpaid', 'cancelled', 'expired')),
  lemon_squeezy_subscription_id text not null unique,
  pause_mode                    text check (pause_mode in ('free', 'void')),
  current_period_start          timestamptz,
  current_period_end            timestamptz,
  trial_ends_at                 timestamptz,
  renews_at                     timestamptz,
  ends_at                       timestamptz,
  -- Events come twice and out of order; an older one must not undo a newer.
  provider_updated_at           timestamptz,
  created_at                    timestamptz not null default app.now(),
  updated_at                    timestamptz not null default app.now()
);

create index subscriptions_of_user on public.subscriptions (user_id, created_at desc);
create index subscriptions_by_plan on public.subscriptions (plan_id);
create index subscriptions_by_status on public.subscriptions (status, created_at desc);
create index subscriptions_newest_first on public.subscriptions (created_at desc, id);
create index subscriptions_by_renewal on public.subscriptions (renews_at);

create trigger touch_updated_at
  before update on public.subscriptions
  for each row execute function app.touch_updated_at();

alter table public.subscriptions enable row level security;

grant select on public.subscriptions to authenticated;
grant all on public.subscriptions to service_role;

create policy "a second factor, once set up, is required" on public.subscriptions
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

create policy "admins see all" on public.subscriptions
  for select to authenticated using ((select public.is_admin()));

create policy "a retired plan is seen by those who still have it" on public.plans
  for select to authenticated
  using (exists (
    select from public.subscriptions
     where subscriptions.plan_id = plans.id and subscriptions.user_id = (select auth.uid())
  ));

-- A cancelled subscription has been paid for until its end, and a late payer is given the provider's retries.
create function app.gives_access(status text, ends_at timestamptz, pause_mode text) returns boolean
  language sql stable
  as $$
    select case status
      when 'on_trial' then true
      when 'active' then true
      when 'past_due' then true
      when 'cancelled' then coalesce(ends_at > app.now(), false)
      when 'paused' then coalesce(pause_mode = 'free', false)
      else false
    end
  $$;

create function app.has_pro(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from public.subscriptions
       where user_id = person and app.gives_access(status, ends_at, pause_mode)
    );
  end
  $$;

revoke execute on function app.has_pro(uuid) from public;
grant execute on function app.has_pro(uuid) to service_role;

-- Runs with the caller's own rights: about a stranger it finds no row. The extension takes exactly 'active' for Pro,
-- and switches itself off when it reads a date in the past, so while access lasts no such date is told.
create function public.get_subscription_status(input_user_id uuid)
  returns table (subscription_status text, plan_name text, current_period_end timestamptz)
  language plpgsql stable set search_path = ''
  as $$
  begin
    return query
    select
      case when has_access then 'active' else subscriptions.status end,
      plans.name,
      case when has_access and period_end <= app.now() then null else period_end end
    from public.subscriptions
    left join public.plans on plans.id = subscriptions.plan_id
    cross join lateral (
      select
        app.gives_access(subscriptions.status, subscriptions.ends_at, subscriptions.pause_mode) as has_access,
        case subscriptions.status
          when 'on_trial' then coalesce(subscriptions.trial_ends_at, subscriptions.current_period_end)
          when 'past_due' then subscriptions.renews_at
          when 'cancelled' then subscriptions.ends_at
          when 'expired' then coalesce(subscriptions.ends_at, subscriptions.current_period_end)
          else coalesce(subscriptions.current_period_end, subscriptions.renews_at)
        end as period_end
    ) as meaning
    where subscriptions.user_id = input_user_id
    order by has_access desc, subscriptions.created_at desc
    limit 1;
  end
  $$;

revoke execute on function public.get_subscription_status(uuid) from public;
grant execute on function public.get_subscription_status(uuid) to authenticated, service_role;

-- Early access is a switch in the member's own profile, and a Pro feature all the same.
create function app.keep_early_access_for_pro() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not app.has_pro(new.id) then
      raise exception 'Early access needs an active Pro subscription';
    end if;
    return new;
  end
  $$;

create trigger keep_early_access_for_pro
  before update of early_access on public.users
  for each row when (new.early_access and not old.early_access)
  execute function app.keep_early_access_for_pro();
