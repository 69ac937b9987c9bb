-- Whoever has set up a second factor must have used it: a password alone then opens nothing personal.
-- In plpgsql, because it keeps its plan between calls and plain SQL does not.

create function auth.is_assured() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
  end
  $$;

revoke execute on function auth.is_assured() from public;
grant execute on function auth.is_assured() to authenticated, service_role;
