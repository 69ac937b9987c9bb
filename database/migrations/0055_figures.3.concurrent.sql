create index concurrently subscriptions_by_access_end on public.subscriptions (access_ends_at) where access_ends_at is not null;
create index concurrently user_feedback_by_resolution on public.user_feedback (resolved_at) where resolved_at is not null;
create index concurrently mail_outbox_given_up on ops.mail_outbox (failed_at) where failed_at is not null;
