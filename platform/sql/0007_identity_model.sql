-- docs/identity-model.md, as far as the database itself can hold it: what an unproven caller brought is marked, codes are bound to
-- the address they were sent to, and flows to the session that began them.

alter table auth.users
  -- Password, metadata and the rest came from a caller who has not shown that the address is theirs.
  add column has_unverified_credentials boolean not null default false,
  -- The password that an anonymous account gets together with its address.
  add column pending_encrypted_password text;

alter table auth.users
  add constraint users_email_not_empty check (email <> '') not valid,
  add constraint users_phone_not_empty check (phone <> '') not valid;

-- A server of the first release, beside this schema, does not write the column.
alter table auth.users alter column has_unverified_credentials drop default;

create function auth.mark_unverified() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.has_unverified_credentials :=
      new.email_confirmed_at is null and new.phone_confirmed_at is null and not new.is_anonymous;
    return new;
  end
  $$;

create trigger mark_unverified
  before insert on auth.users
  for each row when (new.has_unverified_credentials is null)
  execute function auth.mark_unverified();

comment on column auth.users.email_change_confirm_status is '0: no mailbox has agreed, 1: the current one has, 2: the new one has';

alter table auth.flow_state
  add column session_id uuid references auth.sessions (id) on delete cascade;

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

-- replaces d99500e02a40255be1e2444915bdf1d8da9bd3a42c9ebd63b3dcd9a598182bba
