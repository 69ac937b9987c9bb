-- docs/identity-model.md, as far as the database itself can hold it: what an unproven caller brought is marked, codes are bound to
-- the address they were sent to, and flows to the session that began them.

alter table auth.users
  -- Password, metadata and the rest came from a caller who has not shown that the address is theirs.
  add column has_unverified_credentials boolean not null default false,
  -- The password that an anonymous account gets together with its address.
  add column pending_encrypted_password text;

update auth.users set has_unverified_credentials = true where confirmed_at is null and not is_anonymous;

update auth.users set email = null, email_confirmed_at = null where email = '';
update auth.users set phone = null, phone_confirmed_at = null where phone = '';
alter table auth.users
  add constraint users_email_not_empty check (email <> ''),
  add constraint users_phone_not_empty check (phone <> '');

-- 0: neither mailbox has agreed; 1: the current one; 2: the new one. Earlier rows counted without saying which.
delete from auth.one_time_tokens
 where token_type in ('email_change_token_new', 'email_change_token_current')
   and user_id in (select id from auth.users where email_change_confirm_status <> 0);
update auth.users set email_change = '', email_change_confirm_status = 0 where email_change_confirm_status <> 0;

comment on column auth.users.email_change_confirm_status is '0: no mailbox has agreed, 1: the current one has, 2: the new one has';

alter table auth.flow_state
  add column session_id uuid references auth.sessions (id) on delete cascade;

create index flow_state_of_session on auth.flow_state (session_id) where session_id is not null;

-- Flows of before do not say who began them.
delete from auth.flow_state where linking_target_id is not null;

-- Whoever changes an address, and by whatever way: a code that was sent to the old one opens nothing any more.
create function auth.delete_codes_of_old_addresses() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from auth.one_time_tokens
     where user_id = new.id
       and (old.email is distinct from new.email
            or old.phone is distinct from new.phone
            or (token_type in ('email_change_token_new', 'email_change_token_current')
                and old.email_change is distinct from new.email_change)
            or (token_type = 'phone_change_token' and old.phone_change is distinct from new.phone_change));
    return null;
  end
  $$;

create trigger delete_codes_of_old_addresses
  after update of email, phone, email_change, phone_change on auth.users
  for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone
        or old.email_change is distinct from new.email_change or old.phone_change is distinct from new.phone_change)
  execute function auth.delete_codes_of_old_addresses();

-- For the server's transactions that act on behalf of a member: is the account usable and the session alive? The account stays
-- locked against a sign-out, a ban and a deletion until the transaction ends.
create function auth.is_signed_in(account uuid, session uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    perform from auth.users
      where id = account and deleted_at is null and (banned_until is null or banned_until <= ops.now())
        for key share;
    if not found then return false; end if;

    return session is null or exists (
      select from auth.sessions
       where id = session and user_id = account and (not_after is null or not_after > ops.now())
    );
  end
  $$;

revoke execute on function auth.is_signed_in(uuid, uuid) from public;
