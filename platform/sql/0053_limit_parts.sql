-- expand
-- A bucket of everybody is kept in parts, so that callers do not wait for each other's lock. Callers without parts see no difference.

-- The takes, each with the part to take from: the first one that has enough, or the one that has enough soonest.
create function ops.with_free_parts(takes jsonb) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(coalesce(best.part, one.take)), '[]')
      from jsonb_array_elements(takes) as one (take)
      left join lateral (
        select part.value as part
          from jsonb_array_elements(jsonb_build_array(one.take - 'others') || (one.take -> 'others'))
               with ordinality as part (value, place)
         cross join lateral jsonb_to_record(part.value)
               as size (key text, burst double precision, per_second double precision, keep double precision)
          left join ops.rate_limits as bucket on bucket.key = size.key
         cross join lateral (
           select coalesce(least(
             size.burst,
             coalesce(bucket.tokens * (size.burst / bucket.burst), size.burst)
               + size.per_second * ops.refill_s(bucket.updated_at)
           ), size.burst) - 1 - size.keep as spare
         ) as filled
         order by spare >= 0 desc, case when spare >= 0 then place end, spare / size.per_second desc, place
         limit 1
      ) as best on true
  $$;

-- takes: [{"key", "burst", "per_second", "keep", "others"}]; others are further parts of the same bucket, with the same fields.
create or replace function ops.take_all(takes jsonb, out refused text, out wait_s double precision)
  language plpgsql
  set search_path = ''
  as $$
  declare
    has_parts constant boolean := jsonb_path_exists(takes, '$[*].others');
    chosen jsonb;
    before jsonb;
  begin
    -- Each turn finds another part empty.
    for turn in 1..16 loop
      chosen := case when has_parts then ops.with_free_parts(takes) else takes end;
      -- Refused, and no other part has enough.
      exit when chosen = before;

      with taken as (
        insert into ops.rate_limits as bucket (key, tokens, burst, updated_at)
        select take.key, take.burst - 1, take.burst, ops.now()
          from jsonb_to_recordset(chosen) as take (key text, burst double precision)
         -- One order for all callers: their row locks cannot form a cycle.
         order by take.key
        on conflict (key) do update
           set tokens = least(
                 excluded.burst,
                 coalesce(bucket.tokens * (excluded.burst / bucket.burst), excluded.burst)
                   + ops.refill_s(bucket.updated_at) * (
                     select take.per_second
                       from jsonb_to_recordset(chosen) as take (key text, per_second double precision)
                      where take.key = excluded.key
                   )
               ) - 1,
               burst = excluded.burst,
               updated_at = ops.refilled_at(bucket.updated_at)
        returning key, tokens
      )
      select taken.key, (take.keep - taken.tokens) / take.per_second
        into refused, wait_s
        from taken
        join jsonb_to_recordset(chosen) as take (key text, per_second double precision, keep double precision) using (key)
       where taken.tokens < take.keep
       order by 2 desc
       limit 1;
      exit when refused is null;

      update ops.rate_limits set tokens = tokens + 1
       where key in (select take.key from jsonb_to_recordset(chosen) as take (key text));
      exit when not has_parts;
      before := chosen;
    end loop;
  end
  $$;

revoke execute on function ops.with_free_parts(jsonb) from public;
