-- expand
-- The servers that share this database. What an older release still uses is not taken away beside it.

create table ops.servers (
  id      uuid primary key,
  version text not null check (char_length(version) <= 100),
  seen_at timestamptz not null default now()
);

create index servers_by_age on ops.servers (seen_at);

alter table ops.servers enable row level security;
