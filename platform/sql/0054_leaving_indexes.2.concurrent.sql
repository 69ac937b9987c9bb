-- expand
create index concurrently audit_log_entries_about on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id')) where payload -> 'traits' ->> 'user_id' is not null;
create index concurrently audit_log_entries_of_address on auth.audit_log_entries (lower(payload ->> 'actor_username'));
create index concurrently rate_limits_by_word on ops.rate_limits using gin (string_to_array(key, ' '));
