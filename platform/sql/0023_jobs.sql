-- The queue of jobs. Before this file, pg-boss kept it in a schema of its own, `jobs`.

-- Written in the transaction of its cause, and done by any server.
create table ops.jobs (
  -- Ordered by time (UUID v7): jobs of one moment are done as they were sent.
  id            uuid primary key default gen_random_uuid(),
  kind          text not null,
  -- Jobs of one key run one after the other. One waits at most, and one waits for its next try.
  key           text,
  -- Ids, never secrets.
  payload       jsonb not null default '{}',
  state         text not null default 'waiting' check (state in ('waiting', 'retrying', 'running', 'done', 'failed')),
  -- Tries that have begun. Together with the id it names a claim: a server that lost its job changes nothing.
  attempts      integer not null default 0,
  most_attempts integer not null default 1,
  sent_at       timestamptz not null default ops.now(),
  run_at        timestamptz not null default ops.now(),
  -- Until then the job belongs to the server that runs it.
  lease_until   timestamptz,
  finished_at   timestamptz,
  -- Of the last try that failed.
  error         text,
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('done', 'failed')) = (finished_at is not null))
);

create index jobs_due on ops.jobs (kind, run_at, id) where state in ('waiting', 'retrying');
create unique index jobs_one_of_a_key on ops.jobs (kind, key, state)
  where key is not null and state in ('waiting', 'retrying', 'running');
create index jobs_by_lease on ops.jobs (lease_until) where state = 'running';
create index jobs_finished on ops.jobs (state, finished_at, id) where state in ('done', 'failed');

alter table ops.jobs enable row level security;

-- Takes jobs of pg-boss over, those that are there and those that a server of the release before still sends. Only what such
-- a server runs stays in its table, until it has an outcome.
create function ops.take_over_job() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    now_is constant text := case new.state::text
      when 'created' then 'waiting' when 'retry' then 'retrying' when 'active' then 'running' when 'failed' then 'failed' else 'done' end;
    begun constant integer := new.retry_count + (new.started_on is not null)::integer;
    lease constant timestamptz := case now_is when 'running' then new.started_on + new.expire_in end;
    finished constant timestamptz := case when now_is in ('done', 'failed') then coalesce(new.completed_on, ops.now()) end;
    reason constant text := new.output ->> 'message';
  begin
    update ops.jobs
       set state = now_is, attempts = begun, run_at = new.start_after, lease_until = lease, finished_at = finished, error = reason
     where id = new.id and state = 'running' and attempts in (begun, begun + 1);

    -- Known and not changed: a newer server has returned it to the queue.
    if not found and not exists (select from ops.jobs where id = new.id) then
      insert into ops.jobs as known
             (id, kind, key, payload, state, attempts, most_attempts, sent_at, run_at, lease_until, finished_at, error)
      values (new.id, new.name, case new.policy when 'stately' then coalesce(new.singleton_key, '') end, coalesce(new.data, '{}'),
              now_is, begun, new.retry_limit + 1, new.created_on, new.start_after, lease, finished, reason)
      on conflict (kind, key, state) where key is not null and state in ('waiting', 'retrying', 'running')
      do update set run_at = least(known.run_at, excluded.run_at);
    end if;

    if now_is <> 'running' then
      execute 'delete from jobs.job where name = $1 and id = $2' using new.name, new.id;
    end if;
    return null;
  end
  $$;

do $$
begin
  if to_regclass('jobs.job') is not null then
    create trigger take_over_job after insert or update on jobs.job
      for each row execute function ops.take_over_job();
  end if;
end
$$;

-- Touches a portion of them, so that the trigger takes them over. Answers with the last one.
create function ops.take_over_jobs(after text, most integer) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    reached text;
  begin
    if to_regclass('jobs.job') is null then return null; end if;

    execute $portion$
      with portion as materialized (
        select name, id from jobs.job
         where (name, id) > (split_part(coalesce($1, ''), ' ', 1),
                             coalesce(nullif(split_part($1, ' ', 2), ''), '00000000-0000-0000-0000-000000000000')::uuid)
         order by name, id
         limit $2
           for update
      ), touched as (
        update jobs.job set priority = job.priority
          from portion
         where job.name = portion.name and job.id = portion.id
      )
      select name || ' ' || id from portion order by name desc, id desc limit 1
    $portion$ into reached using after, most;
    return reached;
  end
  $$;

-- As before, with this table.
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

    -- Also what is still to be done for the person.
    delete from ops.jobs where payload ->> 'userId' = person;

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

revoke execute on function ops.take_over_job(), ops.take_over_jobs(text, integer) from public;
