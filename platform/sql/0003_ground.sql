-- What the servers share among themselves, and nobody else sees: limits, mail to be sent, events received, leases.

create schema ops;

-- Time is given, not taken: tests and stand-ins move it by one transaction-local setting.
create function ops.now() returns timestamptz
  language sql stable
  as $$ select now() + coalesce(nullif(current_setting('app.clock_offset_ms', true), '')::bigint, 0) * interval '1 millisecond' $$;

-- Token buckets. A request refills by the time passed since updated_at and takes one, in a single upsert.
-- No index on updated_at: it would make every one of those updates touch two indexes, to save an hourly sweep a scan.
create table ops.rate_limits (
  key        text primary key,
  tokens     double precision not null,
  updated_at timestamptz not null default ops.now()
) with (fillfactor = 70);

-- Written in the transaction of its cause, sent by a job. The payload holds links and codes, so it is sealed.
create table ops.mail_outbox (
  id             uuid primary key default gen_random_uuid(),
  dedupe_key     text not null unique,
  to_address     text not null,
  template       text not null,
  language       text not null default 'en',
  payload_sealed text not null check (payload_sealed ~ '^enc[0-9]+[.]'),
  created_at     timestamptz not null default ops.now(),
  send_after     timestamptz not null default ops.now(),
  attempts       integer not null default 0,
  last_error     text,
  message_id     text,
  sent_at        timestamptz,
  failed_at      timestamptz
);

create index mail_outbox_waiting on ops.mail_outbox (send_after, created_at) where sent_at is null and failed_at is null;
create index mail_outbox_newest_first on ops.mail_outbox (created_at desc);
create index mail_outbox_by_address on ops.mail_outbox (to_address, created_at desc);

-- Kept before it is believed: a provider gets its 200 once the row is here, and the work follows from the row.
create table ops.webhook_events (
  id                uuid primary key default gen_random_uuid(),
  provider          text not null,
  digest            text not null,
  event_name        text not null,
  object_type       text,
  object_id         text,
  object_updated_at timestamptz,
  body              text not null,
  received_at       timestamptz not null default ops.now(),
  processed_at      timestamptz,
  attempts          integer not null default 0,
  error             text,
  unique (provider, digest)
);

create index webhook_events_waiting on ops.webhook_events (received_at) where processed_at is null;
create index webhook_events_newest_first on ops.webhook_events (received_at desc);
create index webhook_events_by_object on ops.webhook_events (provider, object_type, object_id);

-- What one server at a time may do. A lease ends by itself, whatever became of its holder.
create table ops.leases (
  name   text primary key,
  holder text not null,
  until  timestamptz not null
);

create table ops.app_settings (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default ops.now()
);

alter table ops.rate_limits enable row level security;
alter table ops.mail_outbox enable row level security;
alter table ops.webhook_events enable row level security;
alter table ops.leases enable row level security;
alter table ops.app_settings enable row level security;
