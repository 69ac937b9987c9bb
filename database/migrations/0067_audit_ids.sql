-- Lines about people name them in PostgreSQL's spelling of their id. Some were written as an admin had typed it, and neither the
-- person's history nor their deletion found them. The index finds these few without reading the log.

update public.audit_log set subject_id = lower(subject_id)
 where subject_type = 'user' and subject_id <> lower(subject_id);
