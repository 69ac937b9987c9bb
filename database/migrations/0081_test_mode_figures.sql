-- While the payment provider is in test mode, the admins' figures count what was bought with test cards. Both counts are written
-- every hour, so that a change of the mode needs no history of its own: names with `test:` count test purchases too.

-- What the server was last started with. Without a row: live.
create table app.billing_mode (
  is_only boolean primary key default true check (is_only),
  is_test boolean not null
);

-- Without policies or grants: only the server and the functions below read it.
alter table app.billing_mode enable row level security;

create function app.is_test_mode() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select is_test from app.billing_mode), false) $$;

create or replace view app.counted_subscriptions with (security_invoker = true) as
  select subscription.id, subscription.user_id, subscription.status, subscription.created_at,
         coalesce(subscription.access_ends_at, 'infinity') as access_ends_at,
         -- A trial that never became more was never paid.
         case when subscription.status = 'on_trial' then 'infinity'
              else coalesce(subscription.trial_ends_at, subscription.created_at) end as paid_from,
         plan.currency,
         case plan.interval when 'year' then plan.price / 12 else plan.price end as monthly_price,
         subscription.is_test
    from public.subscriptions as subscription
    join public.plans as plan on plan.id = subscription.plan_id
    join app.counted_accounts as account on account.id = subscription.user_id;

-- The figures of one mode. A figure about money has two rows, all others have one that holds for both.
create view app.shown_figures with (security_invoker = true) as
  select figure.day, replace(figure.name, 'test:', '') as name, figure.part, figure.value
    from public.daily_figures as figure
   cross join (select app.is_test_mode() as is_test offset 0) as mode
   where case
     when figure.name like 'test:%' then mode.is_test
     when figure.name in ('pro_members', 'trial_members', 'paid_subscriptions', 'mrr', 'mrr_ending', 'mrr_ends_by', 'won', 'lost',
                          'cancellations', 'converted') then not mode.is_test
     else true
   end;

revoke all on app.shown_figures from public, anon, authenticated, service_role;

create function app.money_at(moment timestamptz, with_test boolean) returns table (name text, part text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    select case when is_paid then 'pro_members' else 'trial_members' end, '', count(members.user_id)
      from (values (true), (false)) as kind (is_paid)
      left join (
        select user_id, bool_or(paid_from <= moment) as has_paid
          from app.counted_subscriptions
         where (with_test or not is_test) and created_at <= moment and access_ends_at > moment
         group by user_id
      ) as members on members.has_paid = is_paid
     group by is_paid
    union all
    select 'paid_subscriptions', '', count(*)
      from app.counted_subscriptions
     where (with_test or not is_test) and paid_from <= moment and access_ends_at > moment
    union all
    select 'mrr', currency, round(sum(monthly_price), 2)
      from app.counted_subscriptions
     where (with_test or not is_test) and status in ('active', 'past_due') and created_at <= moment
     group by currency
    union all
    select ending.name, currency, ending.value
      from (
        select currency, round(sum(monthly_price), 2) as amount, max(access_ends_at) as ends_by
          from app.counted_subscriptions
         where (with_test or not is_test) and status = 'cancelled'
           and created_at <= moment and access_ends_at > moment and paid_from <= moment
         group by currency
      ) as running
     cross join lateral (values
       ('mrr_ending', amount),
       ('mrr_ends_by', round(extract(epoch from ends_by)))
     ) as ending (name, value)
  $$;

create function app.money_on(day date, with_test boolean) returns table (name text, part text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    -- Who goes on with another subscription has changed the plan: that is neither won nor lost.
    select 'won', '', count(*)::numeric
      from app.counted_subscriptions as subscription
     where (with_test or not is_test)
       and paid_from >= app.start_of_day(day) and paid_from < app.start_of_day(day + 1) and paid_from <= app.now()
       and access_ends_at > paid_from
       and not exists (
         select from app.counted_subscriptions as other
          where (with_test or not other.is_test) and other.user_id = subscription.user_id and other.id <> subscription.id
            and other.paid_from < subscription.paid_from and other.access_ends_at >= subscription.paid_from)
    union all
    select 'lost', '', count(*)
      from app.counted_subscriptions as subscription
     where (with_test or not is_test)
       and access_ends_at >= app.start_of_day(day) and access_ends_at < app.start_of_day(day + 1) and access_ends_at <= app.now()
       and access_ends_at > paid_from
       and not exists (
         select from app.counted_subscriptions as other
          where (with_test or not other.is_test) and other.user_id = subscription.user_id and other.id <> subscription.id
            and other.paid_from <= subscription.access_ends_at and other.access_ends_at > subscription.access_ends_at)
    union all
    select 'cancellations', coalesce(cancellation.reason, 'none'), count(*)
      from public.cancellations as cancellation
      join app.counted_accounts as account on account.id = cancellation.user_id
      left join public.subscriptions as subscription on subscription.id = cancellation.subscription_id
     where cancellation.created_at >= app.start_of_day(day) and cancellation.created_at < app.start_of_day(day + 1)
       and (with_test or subscription.is_test is not true)
     group by 2
  $$;

-- What there is at a moment. Only figures of now are exact: a status of the past is not known.
create or replace function app.figures_at(moment timestamptz) returns table (name text, part text, value numeric)
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
    select name, part, value from app.money_at(moment, false)
    union all
    select 'test:' || name, part, value from app.money_at(moment, true)
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
create or replace function app.figures_on(day date) returns table (name text, part text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    select name, part, value from app.money_on(day, false)
    union all
    select 'test:' || name, part, value from app.money_on(day, true)
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
  $$;

-- Accounts by the day they were created on, as they are now: some have paid or left since.
create or replace function app.figures_since(first date, last date) returns table (day date, name text, value numeric)
  language sql stable security definer set search_path = ''
  as $$
    select each.day::date, figure.name, figure.value
      from generate_series(first::timestamp, last::timestamp, interval '1 day') as each (day)
      left join (
        select (account.created_at at time zone 'utc')::date as day, count(*) as created,
               count(*) filter (where paid.is_live) as converted, count(paid.is_live) as with_test
          from app.counted_accounts as account
          left join lateral (
            select bool_or(subscription.is_test is not true) as is_live
              from public.transactions as payment
              left join public.subscriptions as subscription on subscription.id = payment.subscription_id
             where payment.user_id = account.id and payment.status in ('paid', 'partial_refund')
          ) as paid on true
         where account.created_at >= app.start_of_day(first) and account.created_at < app.start_of_day(last + 1)
         group by 1
      ) as cohort on cohort.day = each.day::date
     cross join lateral (values
       ('new_users', coalesce(created, 0)), ('converted', coalesce(converted, 0)),
       ('test:converted', coalesce(with_test, 0))
     ) as figure (name, value)
  $$;

-- Replaces a figure's rows of the day: a currency or a reason may be gone.
create or replace function app.store_figures_at(stored_day date, moment timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.daily_figures
     where day = stored_day
       and replace(name, 'test:', '') in ('users', 'weekly_active', 'pro_members', 'trial_members', 'paid_subscriptions', 'mrr', 'mrr_ending', 'mrr_ends_by',
                    'linked_projects', 'open_feedback', 'old_feedback', 'resolve_median_7', 'resolve_median_30', 'resolve_median_90');
    insert into public.daily_figures (day, name, part, value)
    select stored_day, name, part, value from app.figures_at(moment);
  end
  $$;

create or replace function app.store_figures_on(stored_day date) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.daily_figures
     where day = stored_day
       and replace(name, 'test:', '') in ('won', 'lost', 'pushes', 'failed_pushes', 'feedback_in', 'feedback_resolved', 'cancellations', 'new_users', 'converted');
    insert into public.daily_figures (day, name, part, value)
    select stored_day, name, part, value from app.figures_on(stored_day)
    union all
    select day, name, '', value from app.figures_since(stored_day, stored_day);
  end
  $$;

-- Days before this file counted no test purchases.
insert into public.daily_figures (day, name, part, value, written_at)
select day, 'test:' || name, part, value, written_at
  from public.daily_figures
 where name in ('pro_members', 'trial_members', 'paid_subscriptions', 'mrr', 'mrr_ending', 'mrr_ends_by', 'won', 'lost',
                'cancellations', 'converted')
on conflict do nothing;

-- The figures of the last days, today included, and of as many days before them. Only stored days are read.
create or replace function app.figures_of_period(days integer)
  returns table (name text, part text, value numeric, base numeric, before numeric, base_before numeric)
  language sql stable security definer set search_path = ''
  as $$
    with today as (
      select (app.now() at time zone 'utc')::date as day
    ), stored as materialized (
      select figure.name, figure.part, figure.value, today.day - figure.day as age
        from app.shown_figures as figure cross join today
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
create or replace function app.series_of_period(days integer) returns table (name text, part text, points jsonb)
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
    ), stored as materialized (
      select figure.name, figure.part, figure.day, figure.value
        from app.shown_figures as figure cross join today
       where figure.day > today.day - days and figure.day <= today.day
         and (figure.name not like 'resolve_median_%' or figure.name = 'resolve_median_' || days)
    ), parts as (
      select distinct name, part from stored
    )
    select replace(parts.name, '_' || days, ''), parts.part,
           jsonb_agg(
             coalesce(
               stored.value,
               -- On a day that was written, a currency or reason without a row had nothing.
               case when parts.part <> '' and case parts.name when 'cancellations' then is_counted else is_measured end then 0 end
             )
             order by each.day
           )
      from parts cross join each
      left join stored on stored.name = parts.name and stored.part = parts.part and stored.day = each.day
     group by parts.name, parts.part
  $$;

create or replace function public.get_admin_figures(input_days integer) returns jsonb
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
      'is_test_mode', app.is_test_mode(),
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

revoke execute on function app.is_test_mode(), app.money_at(timestamptz, boolean), app.money_on(date, boolean) from public;
