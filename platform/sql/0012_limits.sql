-- Limits that slow down whoever guesses or floods, and nobody else.

-- Takes one from each of several buckets, or from none: a refused request must not use up what belongs to others.
-- takes: [{"key", "burst", "per_second", "keep"}], each key once; keep is what must be left in the bucket afterwards.
-- Answers with the bucket that takes longest to refill, or nulls when all were taken from.
create function ops.take_all(takes jsonb, out refused text, out wait_s double precision)
  language plpgsql
  set search_path = ''
  as $$
  begin
    with taken as (
      insert into ops.rate_limits as bucket (key, tokens, updated_at)
      select take.key, take.burst - 1, ops.now()
        from jsonb_to_recordset(takes) as take (key text, burst double precision)
       -- One order for all callers: their row locks cannot form a cycle.
       order by take.key
      on conflict (key) do update
         set tokens = least(
               excluded.tokens + 1,
               bucket.tokens + greatest(extract(epoch from ops.now() - bucket.updated_at), 0) * (
                 select take.per_second
                   from jsonb_to_recordset(takes) as take (key text, per_second double precision)
                  where take.key = excluded.key
               )
             ) - 1,
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

-- Networks and programs from which an account was signed in to. Guesses made elsewhere never lock these out.
create table auth.known_devices (
  user_id      uuid not null references auth.users (id) on delete cascade,
  -- Keyed digest of network and user agent: the table tells nobody where people live.
  device_hash  text not null,
  last_used_at timestamptz not null default ops.now(),
  primary key (user_id, device_hash)
);

alter table auth.known_devices enable row level security;
