-- Writing the owner again lets the trigger look, under its lock.

with portion as (
  select user_id
    from (
      select user_id from public.subscriptions
       where status <> 'expired' and user_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
       order by user_id limit $2
    ) as next_ones
   group by user_id
), noted as (
  update public.subscriptions as subscription set user_id = subscription.user_id
    from portion
   where subscription.user_id = portion.user_id and subscription.status <> 'expired'
     and (select count(*) from public.subscriptions as other
           where other.user_id = portion.user_id and other.status <> 'expired') > 1
)
select (select user_id::text from portion order by portion.user_id desc limit 1) as next
