create index concurrently temporary_clones_published on public.temporary_clones (user_id, made_public_at) where made_public_at is not null;
