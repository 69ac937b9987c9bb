-- Lines about people name them in PostgreSQL's spelling of their id. Some were written as an admin had typed it, and neither the
-- person's history nor their deletion found them.

with portion as (
  select id from public.audit_log
   where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
   order by id limit $2
), corrected as (
  update public.audit_log as line set subject_id = lower(line.subject_id)
    from portion
   where line.id = portion.id and line.subject_type = 'user' and line.subject_id <> lower(line.subject_id)
)
select (select id::text from portion order by portion.id desc limit 1) as next
