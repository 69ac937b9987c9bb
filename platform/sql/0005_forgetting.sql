-- Whoever deletes an account, and by whatever way: nothing that the platform keeps may tell of the person afterwards.
-- What refers to an account goes with it by itself; this is for what only names it.

create function ops.forget_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person constant text := old.id::text;
    addresses constant text[] := array_remove(
      array[lower(nullif(old.email, '')), lower(nullif(old.email_change, '')), nullif(old.phone, ''), nullif(old.phone_change, '')],
      null
    );
  begin
    delete from auth.audit_log_entries
     where payload ->> 'actor_id' = person
        or payload -> 'traits' ->> 'user_id' = person
        or lower(payload ->> 'actor_username') = any (addresses);

    delete from ops.mail_outbox where lower(to_address) = any (addresses);

    delete from ops.rate_limits
     where strpos(key, person) > 0
        or exists (select from unnest(addresses) as address where strpos(key, address) > 0);

    delete from ops.webhook_events
     where strpos(body, person) > 0
        or exists (select from unnest(addresses) as address where strpos(lower(body), address) > 0);

    -- Also what is still to be done for the person. The queue brings its tables itself, later than this.
    if to_regclass('jobs.job') is not null then
      execute 'delete from jobs.job where data ->> ''userId'' = $1' using person;
      execute 'delete from jobs.archive where data ->> ''userId'' = $1' using person;
    end if;

    -- Bytes and all: nobody is left who could still be reading them.
    perform set_config('storage.allow_delete_query', 'true', true);
    with gone as (
      delete from storage.objects
       where owner_id = person or (storage.foldername(name))[1] = person
      returning version
    )
    delete from storage_private.versions where version::text in (select version from gone);
    perform set_config('storage.allow_delete_query', '', true);

    return null;
  end
  $$;

create trigger forget_person
  after delete on auth.users
  for each row execute function ops.forget_person();
