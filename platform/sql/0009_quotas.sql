-- Limits on what callers write, decided where every way of writing ends: in the database.

-- True for people and visitors. The server itself and the service role are exempt. A security definer function changes
-- current_user, but not this setting.
create function ops.is_limited() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(current_setting('role', true), '') in ('anon', 'authenticated') $$;

-- The client's network as the server worked it out; a header is not asked.
create function ops.client_network() returns text
  language sql stable set search_path = ''
  as $$ select coalesce(nullif(current_setting('request.client', true), ''), 'unknown') $$;

-- The token bucket of the servers' own limits, for several at once: 0 when taken, else the seconds to wait.
create function ops.take(bucket_key text, wanted double precision, burst double precision, per_second double precision)
  returns double precision
  language plpgsql set search_path = ''
  as $$
  declare
    filled double precision;
  begin
    insert into ops.rate_limits as bucket (key, tokens, updated_at)
    values (bucket_key, burst, ops.now())
    on conflict (key) do update
       set tokens = least(burst, bucket.tokens + per_second * greatest(extract(epoch from ops.now() - bucket.updated_at), 0)),
           updated_at = greatest(bucket.updated_at, ops.now())
    returning tokens into filled;

    if filled < wanted then
      return greatest(1, ceil((wanted - filled) / per_second));
    end if;
    update ops.rate_limits set tokens = filled - wanted where key = bucket_key;
    return 0;
  end
  $$;

create function ops.refuse_rate(message text, seconds double precision) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'over_request_rate_limit',
        'message', refuse_rate.message,
        'hint', format('Try again in %s seconds.', seconds::bigint)
      )::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::bigint::text))::text;
  end
  $$;

create function ops.refuse_quota(message text, hint text) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'quota_exceeded', 'message', refuse_quota.message, 'hint', refuse_quota.hint)::text,
      detail = json_build_object('status', 413, 'headers', json_build_object())::text;
  end
  $$;

-- What is raised undoes the statement, and what it took with it.
create function ops.take_or_refuse(
  bucket_key text, wanted double precision, burst double precision, per_second double precision, message text
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    seconds double precision;
  begin
    -- More than the bucket holds will never fit, however long the caller waits.
    if wanted > burst then
      perform ops.refuse_quota(message, format('At most %s at once.', burst::bigint));
    end if;
    seconds := ops.take(bucket_key, wanted, burst, per_second);
    if seconds > 0 then
      perform ops.refuse_rate(message, seconds);
    end if;
  end
  $$;

revoke execute on function
  ops.is_limited(),
  ops.client_network(),
  ops.take(text, double precision, double precision, double precision),
  ops.refuse_rate(text, double precision),
  ops.refuse_quota(text, text),
  ops.take_or_refuse(text, double precision, double precision, double precision, text)
  from public;
