-- Bodies of events are kept for a month, so each sender has a quota of what is kept in a day, and each provider one for all senders.

create table ops.webhook_bytes (
  provider text not null,
  -- GitHub's id of a person, or the provider's id of what an event is about. 'all' for all of them together.
  sender   text not null,
  day      date not null,
  bytes    bigint not null,
  primary key (provider, sender, day)
);

alter table ops.webhook_bytes enable row level security;

-- Why a body is not kept after its event was processed: 'size' or 'quota'.
alter table ops.webhook_events add column body_note text;

-- Counts a new event. 'quota': its body is dropped once it is processed. 'refused': more than four times the quota has come
-- in one day, so that nobody can fill the queue either.
create function ops.count_webhook(input_id uuid) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    per_sender   constant bigint := 8 * 1024 * 1024;
    per_provider constant bigint := 64 * 1024 * 1024;
    today        constant date := (ops.now() at time zone 'utc')::date;
    event        record;
    sent         bigint;
    total        bigint;
  begin
    select provider, coalesce(object_id, 'unknown') as sender, octet_length(body) as bytes into event
      from ops.webhook_events where id = input_id;

    insert into ops.webhook_bytes as taken (provider, sender, day, bytes)
    values (event.provider, event.sender, today, event.bytes)
    on conflict (provider, sender, day) do update set bytes = taken.bytes + excluded.bytes
    returning taken.bytes into sent;
    if sent > 4 * per_sender then return 'refused'; end if;

    -- Last of all, since every event of the provider waits for this row.
    insert into ops.webhook_bytes as taken (provider, sender, day, bytes)
    values (event.provider, 'all', today, event.bytes)
    on conflict (provider, sender, day) do update set bytes = taken.bytes + excluded.bytes
    returning taken.bytes into total;
    if sent <= per_sender and total <= per_provider then return 'kept'; end if;

    update ops.webhook_events set body_note = 'quota' where id = input_id;
    return 'quota';
  end
  $$;

-- What is left of a body that nobody needs any more: all of it, unless it is long or over the quota.
create function ops.body_note(input_body text, input_note text) returns text
  language sql immutable
  as $$ select coalesce(input_note, case when octet_length(input_body) > 65536 then 'size' end) $$;
