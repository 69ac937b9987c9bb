-- Limits after the clock was set back. A bucket of the future refilled only when the clock had reached its time again,
-- so a member who had spent it before was refused for as long as the clock was set back.

-- Without a search path of their own, so that both become part of the statement that calls them.
-- The seconds by which a bucket refills. One from more than a minute ahead was written before the clock was set back and
-- counts as full. Less than that is a transaction that began earlier and took later: it refills nothing.
create function ops.refill_s(updated_at timestamptz) returns double precision
  language sql stable
  as $$
    select case when updated_at > ops.now() + interval '1 minute' then 'infinity'::double precision
                else greatest(extract(epoch from ops.now() - updated_at), 0)::double precision end
  $$;

-- When a bucket is written again.
create function ops.refilled_at(updated_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select case when updated_at > ops.now() + interval '1 minute' then ops.now() else greatest(updated_at, ops.now()) end
  $$;

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
               + per_second * ops.refill_s(bucket.updated_at)
           ),
           burst = excluded.burst,
           updated_at = ops.refilled_at(bucket.updated_at)
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
                 + ops.refill_s(bucket.updated_at) * (
                   select take.per_second
                     from jsonb_to_recordset(takes) as take (key text, per_second double precision)
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

revoke execute on function ops.refill_s(timestamptz), ops.refilled_at(timestamptz) from public;
