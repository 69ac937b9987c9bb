-- Limits whose size is configured: a bucket remembers its size, so that another size at the next start keeps its share.

-- The size that the tokens are counted in. null: an older server wrote the row and its size is unknown, so it counts as full.
alter table ops.rate_limits add column burst double precision;

create or replace function ops.take(bucket_key text, wanted double precision, burst double precision, per_second double precision)
  returns double precision
  language plpgsql set search_path = ''
  as $$
  declare
    filled double precision;
  begin
    insert into ops.rate_limits as bucket (key, tokens, burst, updated_at)
    values (bucket_key, take.burst, take.burst, ops.now())
    on conflict (key) do update
       set tokens = least(
             excluded.burst,
             coalesce(bucket.tokens * (excluded.burst / bucket.burst), excluded.burst)
               + per_second * greatest(extract(epoch from ops.now() - bucket.updated_at), 0)
           ),
           burst = excluded.burst,
           updated_at = greatest(bucket.updated_at, ops.now())
    returning tokens into filled;

    if filled < wanted then
      return greatest(1, ceil((wanted - filled) / per_second));
    end if;
    update ops.rate_limits set tokens = filled - wanted where key = bucket_key;
    return 0;
  end
  $$;

create or replace function ops.take_all(takes jsonb, out refused text, out wait_s double precision)
  language plpgsql
  set search_path = ''
  as $$
  begin
    with taken as (
      insert into ops.rate_limits as bucket (key, tokens, burst, updated_at)
      select take.key, take.burst - 1, take.burst, ops.now()
        from jsonb_to_recordset(takes) as take (key text, burst double precision)
       -- One order for all callers: their row locks cannot form a cycle.
       order by take.key
      on conflict (key) do update
         set tokens = least(
               excluded.burst,
               coalesce(bucket.tokens * (excluded.burst / bucket.burst), excluded.burst)
                 + greatest(extract(epoch from ops.now() - bucket.updated_at), 0) * (
                   select take.per_second
                     from jsonb_to_recordset(takes) as take (key text, per_second double precision)
                    where take.key = excluded.key
                 )
             ) - 1,
             burst = excluded.burst,
             updated_at = greatest(bucket.updated_at, ops.now())
      returning key, tokens
    )
    select taken.key, (take.keep - taken.tokens) / take.per_second
      into refused, wait_s
      from taken
      join jsonb_to_recordset(takes) as take (key text, per_second double precision, keep double precision) using (key)
     where taken.tokens < take.keep
     order by 2 desc
     limit 1;

    if refused is not null then
      update ops.rate_limits set tokens = tokens + 1
       where key in (select take.key from jsonb_to_recordset(takes) as take (key text));
    end if;
  end
  $$;
