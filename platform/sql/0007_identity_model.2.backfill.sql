-- Accounts of before: what an unproven caller brought is marked, and empty addresses become none.
-- 0: neither mailbox has agreed; 1: the current one; 2: the new one. Earlier rows counted without saying which.

with portion as (
  select id from auth.users where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2
), codes as (
  delete from auth.one_time_tokens
   where token_type in ('email_change_token_new', 'email_change_token_current')
     and user_id in (select id from portion join auth.users using (id) where email_change_confirm_status <> 0)
), changed as (
  update auth.users as account
     set has_unverified_credentials = account.has_unverified_credentials or (account.confirmed_at is null and not account.is_anonymous),
         email = nullif(account.email, ''),
         email_confirmed_at = case when account.email = '' then null else account.email_confirmed_at end,
         phone = nullif(account.phone, ''),
         phone_confirmed_at = case when account.phone = '' then null else account.phone_confirmed_at end,
         email_change = case when account.email_change_confirm_status <> 0 then '' else account.email_change end,
         email_change_confirm_status = 0
    from portion
   where account.id = portion.id
     and ((account.confirmed_at is null and not account.is_anonymous and not account.has_unverified_credentials)
          or account.email = '' or account.phone = '' or account.email_change_confirm_status <> 0)
)
select (select id::text from portion order by portion.id desc limit 1) as next
