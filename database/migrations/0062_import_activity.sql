-- A private repository that was opened in the builder is activity too.

drop function public.get_push_activity(integer);

create function public.get_push_activity(input_days integer default 30)
  returns table (day date, pushes bigint, commits bigint, imports bigint)
  language sql stable set search_path = ''
  as $$
    with span as (
      select date_trunc('day', app.now() at time zone 'utc') at time zone 'utc'
               - (least(greatest(input_days, 1), 366) - 1) * interval '1 day' as start
    )
    select (at at time zone 'utc')::date, count(*) filter (where not is_import), count(sha), count(*) filter (where is_import)
      from (
        select created_at as at, commit_sha as sha, false as is_import
          from public.push_records
         where user_id = (select auth.uid()) and is_own and created_at >= (select start from span)
        union all
        select made_public_at, null, true
          from public.temporary_clones
         where user_id = (select auth.uid()) and made_public_at >= (select start from span)
      ) as done
     group by 1
     order by 1
  $$;

revoke execute on function public.get_push_activity(integer) from public;
grant execute on function public.get_push_activity(integer) to authenticated;

-- replaces 236d59248124140bbbe88e6616b203be24d36f6ae027d7b86891341c57d6257d
