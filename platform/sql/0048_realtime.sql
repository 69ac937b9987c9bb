-- Realtime: messages and their policies in `realtime`; what servers share among themselves in `realtime_private`, which no API role can
-- reach. Tables that only describe living sockets are unlogged: after a crash of the database every client joins anew.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Rights on private channels are policies on this table. Rows are messages sent from SQL; they are kept for three days.
create table realtime.messages (
  topic          text not null,
  extension      text not null,
  payload        jsonb,
  event          text,
  private        boolean default false,
  updated_at     timestamp without time zone not null default (now() at time zone 'UTC'),
  inserted_at    timestamp without time zone not null default (now() at time zone 'UTC'),
  id             uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
) partition by range (inserted_at);

create table realtime.messages_default partition of realtime.messages default;
create index messages_for_replay on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The topic of the channel that a policy decides about.
create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;

-- A failure is a warning, because a notification must not undo the change that it reports.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql
  as $$
  declare
    message_id constant uuid := gen_random_uuid();
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      message_id,
      case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(message_id)) end,
      event, topic, private, 'broadcast'
    );
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end
  $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
  language plpgsql
  as $$
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end
  $$;

-- For triggers: tells a row's change on a topic.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
  language plpgsql
  as $$
  begin
    if level = 'STATEMENT' then
      raise exception 'function can only be triggered for each row, not for each statement';
    end if;
    if operation not in ('INSERT', 'UPDATE', 'DELETE') then
      raise exception 'Unexpected operation type: %', operation;
    end if;
    perform realtime.send(
      jsonb_build_object(
        'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
      ),
      event_name, topic_name
    );
  exception when others then
    raise exception 'Failed to process the row: %', sqlerrm;
  end
  $$;

create schema realtime_private;

-- The living servers. One that was silent for 15 s is removed by another.
create unlogged table realtime_private.servers (
  id       uuid primary key,
  seen     timestamptz not null default clock_timestamp(),
  -- Everything older has been read.
  read_to  xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
);

-- What a server tells the others, and what SQL tells all. Each server reads what became visible since its last snapshot.
create unlogged table realtime_private.relay (
  seq      bigint generated always as identity primary key,
  xid      xid8 not null default pg_current_xact_id(),
  -- null: for every server, the writer included.
  server   uuid,
  kind     text not null,
  topic    text not null default '',
  private  boolean not null default false,
  event    text not null default '',
  meta     text,
  -- 0 binary, 1 JSON, 2 a whole text message.
  encoding smallint not null default 1,
  body     bytea not null
);

create index relay_by_xid on realtime_private.relay (xid);

-- Who is present where. A server's rows go with it.
create unlogged table realtime_private.presence (
  server   uuid not null,
  topic    text not null,
  private  boolean not null,
  key      text not null,
  ref      text not null,
  meta     json not null,
  primary key (topic, private, ref)
);

create index presence_of_server on realtime_private.presence (server);

alter table realtime_private.servers enable row level security;
alter table realtime_private.relay enable row level security;
alter table realtime_private.presence enable row level security;

-- Over a megabyte is stored but not told. `realtime.probing` marks rows that only ask for rights and are undone.
create function realtime_private.tell_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    body constant bytea := coalesce(new.binary_payload, convert_to(coalesce(new.payload, 'null')::text, 'UTF8'));
  begin
    if octet_length(body) > 1048576 then
      raise warning 'realtime: a message of % bytes is not sent', octet_length(body);
      return null;
    end if;
    if not exists (select from realtime_private.servers) then return null; end if;
    insert into realtime_private.relay (kind, topic, private, event, meta, encoding, body)
    values (
      'broadcast', new.topic, coalesce(new.private, false), coalesce(new.event, ''),
      json_build_object('id', new.id)::text, case when new.binary_payload is null then 1 else 0 end, body
    );
    return null;
  end
  $$;

create trigger tell_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and current_setting('realtime.probing', true) is distinct from 'on')
  execute function realtime_private.tell_message();

-- Sockets of ended sessions close, whoever ended them.
create function realtime_private.tell_ended_sessions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into realtime_private.relay (kind, body)
    select 'ended', convert_to(json_build_object('sessions', json_agg(id))::text, 'UTF8')
      from gone
     where exists (select from realtime_private.servers)
    having count(*) > 0;
    return null;
  end
  $$;

create trigger tell_ended_sessions after delete on auth.sessions
  referencing old table as gone for each statement execute function realtime_private.tell_ended_sessions();

create function realtime_private.tell_ended_user() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into realtime_private.relay (kind, body)
    select 'ended', convert_to(json_build_object('users', json_build_array(old.id))::text, 'UTF8')
     where exists (select from realtime_private.servers);
    return null;
  end
  $$;

create trigger tell_deleted_user after delete on auth.users
  for each row execute function realtime_private.tell_ended_user();

create trigger tell_ended_user after update of banned_until, deleted_at on auth.users
  for each row when (
    (new.banned_until is not null and new.banned_until is distinct from old.banned_until)
    or (new.deleted_at is not null and old.deleted_at is null)
  )
  execute function realtime_private.tell_ended_user();

-- Which of these sessions and accounts are over. Parameters are parallel arrays; a null session is a token without one.
create function realtime_private.ended(users uuid[], sessions uuid[]) returns table (user_id uuid, session_id uuid)
  language sql stable set search_path = ''
  as $$
    select asked.user_id, asked.session_id
      from unnest(users, sessions) as asked (user_id, session_id)
     where not exists (
             select from auth.users as account
              where account.id = asked.user_id and account.deleted_at is null
                and (account.banned_until is null or account.banned_until <= ops.now())
           )
        or (asked.session_id is not null and not exists (
             select from auth.sessions as session
              where session.id = asked.session_id and session.user_id = asked.user_id
                and (session.not_after is null or session.not_after > ops.now())
           ))
  $$;

-- Partitions of today and five days ahead; those older than three days are dropped with their messages.
create function realtime_private.keep_partitions() returns void
  language plpgsql set search_path = ''
  as $$
  declare
    today constant date := (now() at time zone 'UTC')::date;
    ahead date;
    old   record;
  begin
    perform set_config('lock_timeout', '2s', true);
    for ahead in select today + days from generate_series(0, 5) as days loop
      continue when to_regclass(format('realtime.messages_%s', to_char(ahead, 'YYYY_MM_DD'))) is not null;
      begin
        execute format(
          'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
          'messages_' || to_char(ahead, 'YYYY_MM_DD'), ahead, ahead + 1
        );
      exception when others then
        -- Another server created it, or the default partition has rows of that day, which stay there.
        null;
      end;
    end loop;
    for old in
      select child.oid::regclass as name
        from pg_catalog.pg_inherits
        join pg_catalog.pg_class as child on child.oid = inhrelid
       where inhparent = 'realtime.messages'::regclass and child.relname ~ '^messages_\d{4}_\d\d_\d\d$'
         and to_date(right(child.relname, 10), 'YYYY_MM_DD') < today - 3
    loop
      execute format('drop table %s', old.name);
    end loop;
    delete from realtime.messages_default where inserted_at < today - 3;
  end
  $$;

revoke execute on all functions in schema realtime_private from public;
