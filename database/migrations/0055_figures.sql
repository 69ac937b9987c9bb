-- The admins' figures, as one row per day: counting a million rows for every visit would be slow, and yesterday's members cannot be
-- counted today. All days are UTC days.

-- When a subscription stopped or will stop giving access; null while no end is known. Statuses alone do not tell when.
alter table public.subscriptions add column access_ends_at timestamptz;

create function app.stamp_access_end() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    known timestamptz := case when tg_op = 'UPDATE' then old.access_ends_at end;
  begin
    new.access_ends_at := case
      when new.status = 'cancelled' and new.ends_at is not null then new.ends_at
      when app.gives_access(new.status, new.ends_at, new.pause_mode) then null
      when known <= app.now() then known
      else least(new.ends_at, app.now())
    end;
    return new;
  end
  $$;

create trigger stamp_access_end
  before insert or update of status, ends_at, pause_mode on public.subscriptions
  for each row execute function app.stamp_access_end();

-- Who was active on which day, for 90 days. Sessions cannot tell: they are deleted at sign-out.
create table public.active_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  day     date not null,
  -- To ten minutes: most refreshes of a day only read this row.
  last_at timestamptz not null,
  primary key (user_id, day)
);

create index active_days_by_day on public.active_days (day, user_id);

alter table public.active_days enable row level security;
grant all on public.active_days to service_role;

create function app.note_activity() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    seen_at  timestamptz := coalesce(new.refreshed_at, new.created_at);
    seen_day date := (seen_at at time zone 'utc')::date;
  begin
    if not exists (
      select from public.active_days
       where user_id = new.user_id and day = seen_day and last_at > seen_at - interval '10 minutes'
    ) then
      insert into public.active_days as known (user_id, day, last_at)
      values (new.user_id, seen_day, seen_at)
      on conflict (user_id, day) do update set last_at = greatest(known.last_at, excluded.last_at);
    end if;
    return null;
  end
  $$;

create trigger note_activity
  after insert or update of refreshed_at on auth.sessions
  for each row execute function app.note_activity();

create table public.daily_figures (
  day        date not null,
  name       text not null,
  -- The currency of an amount, the reason of a cancellation; empty for all others.
  part       text not null default '',
  value      numeric not null,
  written_at timestamptz not null default app.now(),
  primary key (name, part, day)
);

create index daily_figures_by_day on public.daily_figures (day);

alter table public.daily_figures enable row level security;
grant all on public.daily_figures to service_role;

create function app.start_of_day(day date) returns timestamptz
  language sql immutable
  as $$ select day::timestamp at time zone 'utc' $$;

-- Midnight belongs to the day that it ends.
create function app.last_day_before(moment timestamptz) returns date
  language sql immutable
  as $$ select ((moment - interval '1 microsecond') at time zone 'utc')::date $$;

-- Deleted and anonymous accounts do not count.
create view app.counted_accounts with (security_invoker = true) as
  select profile.id, profile.created_at
    from public.users as profile
    join auth.users as account on account.id = profile.id
   where profile.deleted_at is null and account.deleted_at is null and not account.is_anonymous;

-- Nor do subscriptions bought with test cards.
create view app.counted_subscriptions with (security_invoker = true) as
  select subscription.id, subscription.user_id, subscription.status, subscription.created_at,
         coalesce(subscription.access_ends_at, 'infinity') as access_ends_at,
         -- A trial that never became more was never paid.
         case when subscription.status = 'on_trial' then 'infinity'
              else coalesce(subscription.trial_ends_at, subscription.created_at) end as paid_from,
         plan.currency,
         case plan.interval when 'year' then plan.price / 12 else plan.price end as monthly_price
    from public.subscriptions as subscription
    join public.plans as plan on plan.id = subscription.plan_id
    join app.counted_accounts as account on account.id = subscription.user_id
   where not subscription.is_test;

-- Both run as the login role, which sees every row.
revoke all on app.counted_accounts, app.counted_subscriptions from public, anon, authenticated, service_role;

-- What there is at a moment. Only figures of now are exact: a status of the past is not known.
create function app.figures_at(moment timestamptz) returns table (name text, part text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    select 'users', '', count(*)::numeric from app.counted_accounts where created_at < moment
    union all
    select 'weekly_active', '', count(distinct active.user_id)
      from public.active_days as active
      join app.counted_accounts as account on account.id = active.user_id
     where active.day >= ((moment - interval '7 days') at time zone 'utc')::date
       and active.last_at > moment - interval '7 days' and active.last_at <= moment
    union all
    select case when is_paid then 'pro_members' else 'trial_members' end, '', count(members.user_id)
      from (values (true), (false)) as kind (is_paid)
      left join (
        select user_id, bool_or(paid_from <= moment) as has_paid
          from app.counted_subscriptions
         where created_at <= moment and access_ends_at > moment
         group by user_id
      ) as members on members.has_paid = is_paid
     group by is_paid
    union all
    select 'paid_subscriptions', '', count(*)
      from app.counted_subscriptions
     where paid_from <= moment and access_ends_at > moment
    union all
    select 'mrr', currency, round(sum(monthly_price), 2)
      from app.counted_subscriptions
     where status in ('active', 'past_due') and created_at <= moment
     group by currency
    union all
    select ending.name, currency, ending.value
      from (
        select currency, round(sum(monthly_price), 2) as amount, max(access_ends_at) as ends_by
          from app.counted_subscriptions
         where status = 'cancelled' and created_at <= moment and access_ends_at > moment and paid_from <= moment
         group by currency
      ) as running
     cross join lateral (values
       ('mrr_ending', amount),
       ('mrr_ends_by', round(extract(epoch from ends_by)))
     ) as ending (name, value)
    union all
    select 'linked_projects', '', count(*)
      from public.bolt_projects as project
      join app.counted_accounts as account on account.id = project.user_id
     where project.created_at < moment and project.deleted_at is null
    union all
    select age.name, '', count(feedback.created_at)
      from (values ('open_feedback', moment), ('old_feedback', moment - interval '7 days')) as age (name, before)
      left join public.user_feedback as feedback
        on feedback.created_at < age.before and feedback.deleted_at is null
       and (feedback.status in ('new', 'in_progress') or feedback.resolved_at > moment)
     group by age.name
    union all
    select 'resolve_median_' || days, '',
           round(percentile_cont(0.5) within group (order by extract(epoch from resolved_at - created_at)::float8)::numeric)
      from (values (7), (30), (90)) as period (days)
      join public.user_feedback as feedback
        on feedback.resolved_at < moment
       and feedback.resolved_at >= app.start_of_day(app.last_day_before(moment) - (days - 1))
     where feedback.deleted_at is null and feedback.feedback_category <> 'uninstall' and feedback.feedback_type <> 'uninstall'
     group by days
    having count(*) >= 3
  $$;

-- What happened on a day.
create function app.figures_on(day date) returns table (name text, part text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    -- Who goes on with another subscription has changed the plan: that is neither won nor lost.
    select 'won', '', count(*)::numeric
      from app.counted_subscriptions as subscription
     where paid_from >= app.start_of_day(day) and paid_from < app.start_of_day(day + 1) and paid_from <= app.now()
       and access_ends_at > paid_from
       and not exists (
         select from app.counted_subscriptions as other
          where other.user_id = subscription.user_id and other.id <> subscription.id
            and other.paid_from < subscription.paid_from and other.access_ends_at >= subscription.paid_from)
    union all
    select 'lost', '', count(*)
      from app.counted_subscriptions as subscription
     where access_ends_at >= app.start_of_day(day) and access_ends_at < app.start_of_day(day + 1) and access_ends_at <= app.now()
       and access_ends_at > paid_from
       and not exists (
         select from app.counted_subscriptions as other
          where other.user_id = subscription.user_id and other.id <> subscription.id
            and other.paid_from <= subscription.access_ends_at and other.access_ends_at > subscription.access_ends_at)
    union all
    select push.name, '', push.value
      from (
        select count(*) as pushes, count(*) filter (where not succeeded) as failed
          from public.push_records as record
          join app.counted_accounts as account on account.id = record.user_id
         where record.created_at >= app.start_of_day(day) and record.created_at < app.start_of_day(day + 1)
      ) as counted
     cross join lateral (values ('pushes', pushes), ('failed_pushes', failed)) as push (name, value)
    union all
    select 'feedback_in', '', count(*) from public.user_feedback
     where created_at >= app.start_of_day(day) and created_at < app.start_of_day(day + 1) and deleted_at is null
    union all
    select 'feedback_resolved', '', count(*) from public.user_feedback
     where resolved_at >= app.start_of_day(day) and resolved_at < app.start_of_day(day + 1) and deleted_at is null
    union all
    select 'cancellations', coalesce(cancellation.reason, 'none'), count(*)
      from public.cancellations as cancellation
      join app.counted_accounts as account on account.id = cancellation.user_id
      left join public.subscriptions as subscription on subscription.id = cancellation.subscription_id
     where cancellation.created_at >= app.start_of_day(day) and cancellation.created_at < app.start_of_day(day + 1)
       and subscription.is_test is not true
     group by 2
  $$;

-- Accounts by the day they were created on, as they are now: some have paid or left since.
create function app.figures_since(first date, last date) returns table (day date, name text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    select each.day::date, figure.name, figure.value
      from generate_series(first::timestamp, last::timestamp, interval '1 day') as each (day)
      left join (
        select (account.created_at at time zone 'utc')::date as day, count(*) as created,
               count(*) filter (where exists (
                 select from public.transactions as payment
                   left join public.subscriptions as subscription on subscription.id = payment.subscription_id
                  where payment.user_id = account.id and payment.status in ('paid', 'partial_refund')
                    and subscription.is_test is not true
               )) as converted
          from app.counted_accounts as account
         where account.created_at >= app.start_of_day(first) and account.created_at < app.start_of_day(last + 1)
         group by 1
      ) as cohort on cohort.day = each.day::date
     cross join lateral (values
       ('new_users', coalesce(created, 0)), ('converted', coalesce(converted, 0))
     ) as figure (name, value)
  $$;

-- Replaces a figure's rows of the day: a currency or a reason may be gone.
create function app.store_figures_at(stored_day date, moment timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.daily_figures
     where day = stored_day
       and name in ('users', 'weekly_active', 'pro_members', 'trial_members', 'paid_subscriptions', 'mrr', 'mrr_ending', 'mrr_ends_by',
                    'linked_projects', 'open_feedback', 'old_feedback', 'resolve_median_7', 'resolve_median_30', 'resolve_median_90');
    insert into public.daily_figures (day, name, part, value)
    select stored_day, name, part, value from app.figures_at(moment);
  end
  $$;

create function app.store_figures_on(stored_day date) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.daily_figures
     where day = stored_day
       and name in ('won', 'lost', 'pushes', 'failed_pushes', 'feedback_in', 'feedback_resolved', 'cancellations', 'new_users', 'converted');
    insert into public.daily_figures (day, name, part, value)
    select stored_day, name, part, value from app.figures_on(stored_day)
    union all
    select day, name, '', value from app.figures_since(stored_day, stored_day);
  end
  $$;

-- Run hourly. What happened is known exactly for yesterday too, whenever this runs; what there was at its end only shortly after.
-- Without jit: the planner expects far more days than there are, and compiling would take seconds where milliseconds do.
create function app.write_figures() returns void
  language plpgsql security definer set search_path = '' set jit = off
  as $$
  declare
    today date := (app.now() at time zone 'utc')::date;
  begin
    -- Two servers at once would insert the same rows.
    perform pg_advisory_xact_lock(hashtextextended('daily_figures', 0));
    perform app.store_figures_on(today - 1);
    if app.now() < app.start_of_day(today) + interval '2 hours' then
      perform app.store_figures_at(today - 1, app.start_of_day(today));
    end if;
    perform app.store_figures_on(today);
    perform app.store_figures_at(today, app.now());

    update public.daily_figures as known set value = cohort.value, written_at = app.now()
      from app.figures_since(today - 180, today - 2) as cohort
     where known.day = cohort.day and known.name = cohort.name and known.part = '' and known.value <> cohort.value;

    delete from public.active_days where day < today - 90;
  end
  $$;

-- The figures of the last days, today included, and of as many days before them. Only stored days are read.
create function app.figures_of_period(days integer)
  returns table (name text, part text, value numeric, base numeric, before numeric, base_before numeric)
  language sql stable security definer set search_path = ''
  as $$
    with today as (
      select (app.now() at time zone 'utc')::date as day
    ), stored as (
      select figure.name, figure.part, figure.value, today.day - figure.day as age
        from public.daily_figures as figure cross join today
       where figure.day > today.day - 2 * days - 1 and figure.day <= today.day
    ), measured as (
      select age,
             exists (
               select from public.daily_figures as figure
                where figure.name = 'users' and figure.part = '' and figure.day = today.day - age
             ) as is_measured,
             exists (
               select from public.daily_figures as figure
                where figure.name = 'pushes' and figure.part = '' and figure.day = today.day - age
             ) as is_counted
        from today cross join generate_series(0, 2 * days) as days_ago (age)
    ), latest as (
      select min(age) as age from measured where is_measured and age < days
    ), parts as (
      select distinct name, part from stored
       where name in ('users', 'weekly_active', 'pro_members', 'trial_members', 'mrr', 'mrr_ending', 'mrr_ends_by', 'linked_projects',
                      'open_feedback', 'old_feedback', 'resolve_median_' || days)
    ), levels as (
      select parts.name, parts.part,
             (select value from stored where (stored.name, stored.part) = (parts.name, parts.part) and stored.age = latest.age) as value,
             (select value from stored where (stored.name, stored.part) = (parts.name, parts.part) and stored.age = days) as before
        from parts cross join latest
    ), sums as (
      select name, part,
             sum(value) filter (where age < days) as value,
             sum(value) filter (where age >= days)
               * case when (select bool_and(is_counted) from measured where age between days and 2 * days - 1) then 1 end as before
        from stored
       where name in ('new_users', 'converted', 'won', 'lost', 'pushes', 'failed_pushes', 'feedback_in', 'feedback_resolved', 'cancellations')
         and age < 2 * days
       group by name, part
    )
    select replace(name, '_' || days, ''), part, value, null::numeric, before, null::numeric from levels where value is not null
    union all
    select name, part, value, null, before, null from sums where value is not null
    union all
    select 'churn', '', value, (select value from stored where name = 'paid_subscriptions' and age = days),
           before, (select value from stored where name = 'paid_subscriptions' and age = 2 * days)
      from sums where name = 'lost' and value is not null
    union all
    select 'conversion', '', paid.value, created.value, paid.before, created.before
      from sums as paid cross join sums as created
     where paid.name = 'converted' and created.name = 'new_users' and paid.value is not null
  $$;

-- One list per figure, from the first day to today. Null is a day without a stored figure.
create function app.series_of_period(days integer) returns table (name text, part text, points jsonb)
  language sql stable security definer set search_path = ''
  as $$
    with today as (
      select (app.now() at time zone 'utc')::date as day
    ), each as (
      select today.day - age as day,
             exists (
               select from public.daily_figures as figure
                where figure.name = 'users' and figure.part = '' and figure.day = today.day - age
             ) as is_measured,
             exists (
               select from public.daily_figures as figure
                where figure.name = 'pushes' and figure.part = '' and figure.day = today.day - age
             ) as is_counted
        from today cross join generate_series(0, days - 1) as days_ago (age)
    ), parts as (
      select distinct figure.name, figure.part
        from public.daily_figures as figure cross join today
       where figure.day > today.day - days and figure.day <= today.day
         and (figure.name not like 'resolve_median_%' or figure.name = 'resolve_median_' || days)
    )
    select replace(parts.name, '_' || days, ''), parts.part,
           jsonb_agg(
             coalesce(
               (select figure.value from public.daily_figures as figure
                 where figure.name = parts.name and figure.part = parts.part and figure.day = each.day),
               -- On a day that was written, a currency or reason without a row had nothing.
               case when parts.part <> '' and case parts.name when 'cancellations' then is_counted else is_measured end then 0 end
             )
             order by each.day
           )
      from parts cross join each
     group by parts.name, parts.part
  $$;

-- What an admin should look at now; kinds without anything are left out. Counts end at 1,000.
create function app.needs_attention() returns table (name text, count bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    -- The queue makes its tables when a server first starts.
    if to_regclass('jobs.job') is not null then
      return query
        select 'dead_letters', count(*) from (select from jobs.job where state = 'failed' limit 1000) as found
        having count(*) > 0;
    end if;

    return query
      select found.name, found.count
        from (
          select 'unclaimed_payments', count(distinct object_id) from ops.webhook_events
           where outcome = 'unclaimed'
          union all
          select 'failed_webhooks', count(*) from (select from ops.webhook_events where outcome = 'failed' limit 1000) as event
          union all
          select 'failed_mails', count(*) from (select from ops.mail_outbox where failed_at is not null limit 1000) as mail
          union all
          select 'public_copies', count(*)
            from (
              select from public.temporary_clones
               where deleted_at is null and delete_at < app.now() - interval '2 minutes' limit 1000
            ) as copy
          union all
          select 'plan_differences', coalesce((
            select jsonb_array_length(plan_differences) from public.reconciliations
             where scope = 'full' and finished_at is not null and error is null
             order by started_at desc limit 1
          ), 0)
          union all
          select 'admins_without_factor', count(*) from app.able_admins() as admin (id)
           where not exists (select from auth.mfa_factors as factor where factor.user_id = admin.id and factor.status = 'verified')
          union all
          -- Without any run the provider is not configured, unless subscriptions have been kept for a while.
          select 'reconciler_silent', case
            when exists (select from public.reconciliations where finished_at > app.now() - interval '1 hour') then 0
            when exists (select from public.reconciliations where started_at < app.now() - interval '1 hour') then 1
            when exists (select from public.subscriptions where updated_at < app.now() - interval '1 hour') then 1
            else 0
          end
        ) as found (name, count)
       where found.count > 0;
  end
  $$;

create function app.require_period(days integer) returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if days is null or days not in (7, 30, 90) then
      raise sqlstate 'PGRST' using
        message = json_build_object('code', 'validation_failed', 'message', 'The period must be 7, 30 or 90 days')::text,
        detail = json_build_object('status', 400, 'headers', json_build_object())::text;
    end if;
  end
  $$;

create function public.get_admin_figures(input_days integer) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
  declare
    today date := (app.now() at time zone 'utc')::date;
  begin
    perform app.require_admin();
    perform app.require_period(input_days);
    return jsonb_build_object(
      'days', input_days,
      'last_day', today,
      'written_at', (select max(written_at) from public.daily_figures where day > today - 2),
      'missing_days', input_days - (
        select count(*) from public.daily_figures where name = 'users' and day > today - input_days and day <= today
      ),
      'figures', (select coalesce(jsonb_agg(to_jsonb(figure)), '[]') from app.figures_of_period(input_days) as figure),
      'series', (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from app.series_of_period(input_days) as line),
      'attention', (select coalesce(jsonb_agg(to_jsonb(matter)), '[]') from app.needs_attention() as matter)
    );
  end
  $$;

revoke execute on function
  app.stamp_access_end(), app.note_activity(), app.figures_at(timestamptz), app.figures_on(date), app.figures_since(date, date),
  app.start_of_day(date), app.last_day_before(timestamptz), app.store_figures_at(date, timestamptz), app.store_figures_on(date),
  app.write_figures(), app.figures_of_period(integer), app.series_of_period(integer), app.needs_attention(),
  app.require_period(integer), public.get_admin_figures(integer)
  from public;
grant execute on function public.get_admin_figures(integer) to authenticated;

-- replaces 272bc8ab94f82179e122c0bdb60904dd1520c423e92fcd6abbd5a03b0f74f9dd
