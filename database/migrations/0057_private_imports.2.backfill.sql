with portion as (
  select id from public.temporary_clones where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2
), changed as (
  update public.temporary_clones as copy set status = 'deleted'
    from portion
   where copy.id = portion.id and copy.status = 'deleting' and copy.deleted_at is not null
)
select (select id::text from portion order by portion.id desc limit 1) as next
