create index concurrently users_admins on public.users (id) where role = 'admin';
