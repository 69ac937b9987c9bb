-- Until an account is confirmed, its profile says what the newest sign-up said: a name that somebody else gave to this address
-- does not stay when its owner comes.

create function app.follow_sign_up() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.users
       set display_name = app.choose_display_name(new.raw_user_meta_data, new.email),
           language = case when new.raw_user_meta_data ->> 'language' in ('en', 'es')
                           then new.raw_user_meta_data ->> 'language' else language end
     where id = new.id;
    return null;
  end
  $$;

create trigger follow_sign_up
  after update of raw_user_meta_data on auth.users
  for each row
  when (old.confirmed_at is null and not old.is_anonymous and new.deleted_at is null
        and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function app.follow_sign_up();
