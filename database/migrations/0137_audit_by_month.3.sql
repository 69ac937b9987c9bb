-- contract
-- Changes the catalog only: the checked promise stands for reading the lines.

alter table auth.audit_log_entries alter column created_at set not null;
alter table auth.audit_log_entries drop constraint audit_log_entries_pkey;
alter table auth.audit_log_entries rename to audit_log_entries_past;
alter table auth.audit_log_entries_past add constraint audit_log_entries_past_pkey primary key using index audit_log_entries_by_time;
alter index auth.audit_log_entries_newest_first rename to audit_log_entries_past_newest_first;
alter index auth.audit_log_entries_of_actor rename to audit_log_entries_past_of_actor;
alter index auth.audit_log_entries_by_action rename to audit_log_entries_past_by_action;
alter index auth.audit_log_entries_about rename to audit_log_entries_past_about;
alter index auth.audit_log_entries_of_address rename to audit_log_entries_past_of_address;
alter table auth.audit_log_entries_past set schema ops;

create table auth.audit_log_entries (
  instance_id uuid,
  id          uuid not null default gen_random_uuid(),
  payload     json,
  created_at  timestamptz not null default now(),
  ip_address  text not null default '',
  primary key (created_at, id)
) partition by range (created_at);

create index audit_log_entries_newest_first on auth.audit_log_entries (created_at desc, id);
create index audit_log_entries_of_actor on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id);
create index audit_log_entries_by_action on auth.audit_log_entries ((payload ->> 'action'), created_at desc, id);
create index audit_log_entries_about on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id')) where payload -> 'traits' ->> 'user_id' is not null;
create index audit_log_entries_of_address on auth.audit_log_entries (lower(payload ->> 'actor_username'));

alter table auth.audit_log_entries enable row level security;

do $$
begin
  execute format(
    'alter table auth.audit_log_entries attach partition ops.audit_log_entries_past for values from (minvalue) to (%L)',
    coalesce(ops.past_end('ops.audit_log_entries_past'), ops.month_start(3))
  );
end
$$;
alter table ops.audit_log_entries_past drop constraint if exists only_the_past;

-- For lines of a month that no job made a partition for.
create table ops.audit_log_entries_other partition of auth.audit_log_entries default;
alter table ops.audit_log_entries_other enable row level security;

select ops.keep_months('auth.audit_log_entries', interval '400 days');
