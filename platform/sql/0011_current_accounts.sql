-- Whether the account and the session behind a token still stand. A token is good until it expires; whoever was deleted, banned or
-- signed out before that must not write. It tells callers about themselves only: the claims are those of the transaction.

create function auth.is_current() returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    claims  constant jsonb := coalesce(auth.jwt(), '{}');
    account constant text := claims ->> 'sub';
    session constant text := claims ->> 'session_id';
    uuids   constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  begin
    -- An API key, or a person whom another service knows: no account of ours.
    if account is null or account !~ uuids then return true; end if;

    -- Locked against deletion, so that a deletion after this waits and finds what is written now.
    perform from auth.users
      where id = account::uuid and deleted_at is null and (banned_until is null or banned_until <= ops.now())
        for key share;
    if not found then return false; end if;
    if not claims ? 'session_id' then return true; end if;
    if session is null or session !~ uuids then return false; end if;

    return exists (
      select from auth.sessions
       where id = session::uuid and user_id = account::uuid and (not_after is null or not_after > ops.now())
    );
  end
  $$;
