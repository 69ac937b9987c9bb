-- Subscriptions of before. What the trigger has stamped meanwhile stays.

with portion as (
  select id from public.subscriptions where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2
), changed as (
  update public.subscriptions as subscription
     set access_ends_at = case
       when status = 'cancelled' then coalesce(ends_at, updated_at)
       else least(coalesce(ends_at, updated_at), app.now())
     end
    from portion
   where subscription.id = portion.id and access_ends_at is null
     and (status = 'cancelled' or not app.gives_access(status, ends_at, pause_mode))
)
select (select id::text from portion order by portion.id desc limit 1) as next
