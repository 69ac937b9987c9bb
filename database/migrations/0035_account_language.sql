-- Members choose the language of their mails in their profile.

create or replace function auth.account_language(account_id uuid) returns text
  language plpgsql stable
  as $$
  begin
    return (select language from public.users where id = account_id);
  end
  $$;
