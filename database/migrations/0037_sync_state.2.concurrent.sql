create index concurrently push_records_own on public.push_records (project_id, created_at desc) where is_own;
create index concurrently push_records_of_others on public.push_records (project_id, created_at) where not is_own;
create index concurrently sync_events_of_push on public.sync_events (push_id);
create index concurrently sync_events_failed on public.sync_events (project_id, created_at desc) where result in ('failed', 'conflict');
create index concurrently sync_events_imports on public.sync_events (project_id, created_at desc)
  where direction = 'inward' and counts ? 'files';
