-- Invitations to an address belong to whoever confirmed it. An account that never did takes none of them along.

drop trigger forget_address on public.users;

create or replace function app.forget_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.project_invitations where email = lower(old.email);
    return null;
  end
  $$;

-- The account, not the profile, knows what was confirmed.
create trigger forget_address
  after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.email <> '')
  execute function app.forget_address();

-- GitHub names people by its own id, which only the connection knows. Events still to be processed may concern others.
create function app.forget_github_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform ops.empty_events(array(
      select id from ops.webhook_events
       where provider = 'github' and object_type = 'sender' and object_id = old.github_user_id::text
         and processed_at is not null
    ));
    return null;
  end
  $$;

create trigger forget_github_account
  after delete on public.github_integrations
  for each row when (old.github_user_id is not null)
  execute function app.forget_github_account();

-- A payment names its subscription, not the member.
create function app.forget_subscription() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform ops.empty_events(array(
      select id from ops.webhook_events
       where provider <> 'github' and object_type in ('subscription', 'subscriptions')
         and object_id = old.lemon_squeezy_subscription_id
         and processed_at is not null
    ));
    return null;
  end
  $$;

create trigger forget_subscription
  after delete on public.subscriptions
  for each row execute function app.forget_subscription();

revoke execute on function app.forget_address(), app.forget_github_account(), app.forget_subscription() from public;
