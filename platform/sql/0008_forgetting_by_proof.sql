-- Deleting an account removes what its id or a confirmed address names, compared as whole values. An address that was never
-- confirmed, or is only pending, may be somebody else's.

-- As the rate limits' keys spell an address: base64url of its SHA-256, without padding.
create function ops.address_digest(address text) returns text
  language sql immutable set search_path = ''
  as $$ select translate(rtrim(encode(sha256(convert_to(address, 'UTF8')), 'base64'), '='), '+/', '-_') $$;

-- Empty but present: the digest still tells a replay from a new event.
create function ops.empty_events(ids uuid[]) returns void
  language sql set search_path = ''
  as $$
    update ops.webhook_events
       set body = '{}', object_type = null, object_id = null, error = null, processed_at = coalesce(processed_at, ops.now())
     where id = any (ids)
  $$;

create or replace function ops.forget_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person constant text := old.id::text;
    confirmed constant text[] := array_remove(
      array[
        case when old.email_confirmed_at is not null then lower(nullif(old.email, '')) end,
        case when old.phone_confirmed_at is not null then nullif(old.phone, '') end
      ],
      null
    );
    unproven constant text[] := array_remove(
      array[lower(nullif(old.email, '')), lower(nullif(old.email_change, ''))], null
    );
    address text;
  begin
    -- Refused sign-ins name an address and no account.
    delete from auth.audit_log_entries
     where payload ->> 'actor_id' = person
        or payload -> 'traits' ->> 'user_id' = person
        or (lower(payload ->> 'actor_username') = any (confirmed)
            and coalesce(nullif(payload ->> 'actor_id', ''), person) = person);

    delete from ops.mail_outbox where lower(to_address) = any (confirmed);

    -- Codes that this account asked for, to an address that no other account names. Other mails there are not its own.
    delete from ops.mail_outbox
     where lower(to_address) = any (unproven)
       and template in ('confirmation', 'magic_link', 'recovery', 'invite', 'email_change_new', 'email_change_current', 'reauthentication')
       and created_at >= old.created_at
       and not exists (
         select from auth.users as other
          where lower(other.email) = lower(to_address) or lower(other.email_change) = lower(to_address)
       );

    delete from ops.rate_limits
     where string_to_array(key, ' ')
           && (person || confirmed || array(select ops.address_digest(one) from unnest(confirmed) as one));

    -- Our ids stand in an event because we gave them to the provider with the person's own purchase.
    perform ops.empty_events(array(select id from ops.webhook_events where strpos(body, to_json(person)::text) > 0));

    -- Others' events stay, since they may still be processed; only the address is taken out. A JSON string between its
    -- quotes is a whole value: quotes inside a string are escaped.
    foreach address in array confirmed loop
      update ops.webhook_events
         set body = regexp_replace(body, to_json(address)::text, '"removed"', 'giq')
       where strpos(lower(body), to_json(address)::text) > 0;
    end loop;

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

revoke execute on function ops.address_digest(text), ops.empty_events(uuid[]), ops.forget_person() from public;
