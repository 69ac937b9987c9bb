-- In which language an account is written to. A product that keeps it elsewhere replaces the function's body.
-- plpgsql, because its plan is kept: the body of a SQL function would be planned with every query.

create function auth.account_language(account_id uuid) returns text
  language plpgsql stable
  as $$
  begin
    return (select raw_user_meta_data ->> 'language' from auth.users where id = account_id);
  end
  $$;

revoke execute on function auth.account_language(uuid) from public;
