-- The dashboard's chart: what the caller pushed, day by day. Counted here, so that a busy month is still thirty rows.

create function public.get_push_activity(input_days integer default 30)
  returns table (day date, pushes bigint, commits bigint)
  language sql stable set search_path = ''
  as $$
    select (created_at at time zone 'utc')::date, count(*), count(commit_sha)
      from public.push_records
     where user_id = (select auth.uid())
       and created_at >= date_trunc('day', app.now() at time zone 'utc') at time zone 'utc'
                         - (least(greatest(input_days, 1), 366) - 1) * interval '1 day'
     group by 1
     order by 1
  $$;

revoke execute on function public.get_push_activity(integer) from public;
grant execute on function public.get_push_activity(integer) to authenticated;
