-- Once it has its index: deleting a push looks for its events.
alter table public.sync_events
  add constraint sync_events_push_id_fkey foreign key (push_id) references public.push_records (id) on delete set null not valid;
