create index concurrently audit_log_by_action on public.audit_log (action, created_at desc, id);
create index concurrently audit_log_entries_by_action on auth.audit_log_entries ((payload ->> 'action'), created_at desc, id);
create index concurrently mail_outbox_failed on ops.mail_outbox (created_at desc, id desc) where failed_at is not null;
create index concurrently mail_outbox_by_address_start on ops.mail_outbox (lower(to_address) text_pattern_ops, created_at desc);
create index concurrently temporary_clones_left on public.temporary_clones (delete_at desc, id) where deleted_at is null;
