create index concurrently users_by_email_start on public.users (lower(email) text_pattern_ops);
create index concurrently users_by_name_start on public.users (lower(display_name) text_pattern_ops);
create index concurrently github_integrations_by_login_start on public.github_integrations (lower(github_username) text_pattern_ops);
create index concurrently users_in_order_of_email on public.users ((coalesce(lower(email), '')), id);
create index concurrently users_latest_sign_in_first on auth.users ((coalesce(last_sign_in_at, timestamptz 'epoch')) desc, id);
create index concurrently users_unconfirmed on auth.users (id) where confirmed_at is null and deleted_at is null;
create index concurrently users_banned on auth.users (id) where banned_until is not null;
create index concurrently audit_log_entries_of_actor on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id);
