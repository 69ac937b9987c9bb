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
