-- As 0007 has it now, for databases that ran its first text.

alter table auth.users alter column has_unverified_credentials drop default;

create or replace function auth.mark_unverified() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.has_unverified_credentials :=
      new.email_confirmed_at is null and new.phone_confirmed_at is null and not new.is_anonymous;
    return new;
  end
  $$;

create or replace trigger mark_unverified
  before insert on auth.users
  for each row when (new.has_unverified_credentials is null)
  execute function auth.mark_unverified();
