-- Product events have one closed list of names, PRODUCT_EVENTS in the contract. What begins with a row is recorded with that row,
-- by whichever path it comes.

create function app.record_sign_up() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.analytics (name, user_id, properties, created_at)
    values (
      'signed_up', new.id, jsonb_build_object('provider', coalesce(new.raw_app_meta_data ->> 'provider', 'email')),
      case when tg_op = 'INSERT' then coalesce(new.created_at, app.now()) else app.now() end
    );
    return null;
  end
  $$;

-- Triggers fire in the order of their names: the profile, which the event refers to, exists by then.
create trigger record_sign_up
  after insert on auth.users
  for each row when (not new.is_anonymous)
  execute function app.record_sign_up();

-- An anonymous user signs up by becoming a member.
create trigger record_sign_up_later
  after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function app.record_sign_up();

create function app.record_feedback() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.analytics (name, user_id, properties, created_at)
    values ('feedback_sent', new.user_id, jsonb_build_object('category', new.feedback_category), new.created_at);
    return null;
  end
  $$;

create trigger record_feedback
  after insert on public.user_feedback
  for each row execute function app.record_feedback();

revoke execute on function app.record_sign_up(), app.record_feedback() from public;

-- replaces 58129bf6bea9d1ccfef40e95a55d7abb35c218062fe0cd03129196ab93733144
