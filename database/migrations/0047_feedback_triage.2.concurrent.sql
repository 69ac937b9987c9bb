create index concurrently user_feedback_by_status on public.user_feedback (status, created_at desc, id);
create index concurrently user_feedback_deleted on public.user_feedback (deleted_at) where deleted_at is not null;
