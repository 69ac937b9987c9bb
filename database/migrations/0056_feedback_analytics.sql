-- Feedback by day and kind for charts. The view feedback_analytics has more rows for 90 days than the data API sends at once.

create function public.get_feedback_analytics(input_days integer) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
  declare
    today date := (app.now() at time zone 'utc')::date;
    first date := today - (input_days - 1);
    counted jsonb;
  begin
    perform app.require_admin();
    perform app.require_period(input_days);

    with found as materialized (
      select (created_at at time zone 'utc')::date as day, feedback_category, feedback_type, status, priority, reasons
        from public.user_feedback
       where deleted_at is null and created_at >= app.start_of_day(first)
    ), by_day as (
      select feedback_category as category, day, count(*) as count from found group by 1, 2
    ), lines as (
      select category, jsonb_agg(coalesce(by_day.count, 0) order by each.day) as points
        from (select distinct category from by_day) as categories
       cross join (select first + age as day from generate_series(0, input_days - 1) as days (age)) as each
        left join by_day using (category, day)
       group by category
    ), totals as (
      select 'category' as kind, feedback_category as name, count(*) as count from found group by 2
      union all
      select 'type', feedback_type, count(*) from found group by 2
      union all
      select 'status', status, count(*) from found group by 2
      union all
      select 'priority', priority, count(*) from found where priority is not null group by 2
      union all
      select 'reason', reason, count(*) from found cross join unnest(reasons) as reason group by 2
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'lines', (select coalesce(jsonb_agg(to_jsonb(lines) order by category), '[]') from lines),
      'totals', (select coalesce(jsonb_agg(to_jsonb(totals) order by kind, count desc, name), '[]') from totals)
    ) into counted;

    return counted || jsonb_build_object('days', input_days, 'last_day', today);
  end
  $$;

revoke execute on function public.get_feedback_analytics(integer) from public;
grant execute on function public.get_feedback_analytics(integer) to authenticated;
