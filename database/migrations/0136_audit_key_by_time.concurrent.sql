-- expand
create unique index concurrently audit_log_entries_by_time on auth.audit_log_entries (created_at, id);
