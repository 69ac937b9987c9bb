-- Nobody leaves the product without an admin who can sign in, by any path. Decisions about admins are made one after the other, so
-- that two admins cannot remove each other at the same moment.

-- Admins who can sign in: confirmed, neither deleted nor banned.
create function app.able_admins() returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select person.id
      from public.users as person
      join auth.users as account on account.id = person.id
     where person.role = 'admin' and person.deleted_at is null
       and account.deleted_at is null and account.confirmed_at is not null
       and (account.banned_until is null or account.banned_until <= app.now())
  $$;

create or replace function public.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return app.is_assured()
      and exists (select from public.users where id = auth.uid() and role = 'admin' and deleted_at is null)
      and exists (
        select from auth.users
         where id = auth.uid() and deleted_at is null and (banned_until is null or banned_until <= app.now())
      );
  end
  $$;

create function app.refuse_last_admin() returns void
  language plpgsql set search_path = ''
  as $$
  begin
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'last_admin',
        'message', 'You are the last admin. Make somebody else an admin first.'
      )::text,
      detail = json_build_object('status', 409, 'headers', json_build_object())::text;
  end
  $$;

-- The lock comes after those of accounts, and each later statement sees what was decided before it.
create function app.lock_admins() returns void
  language sql set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('admins', 0)) $$;

-- For a deletion that is about to happen.
create function app.require_another_admin(leaving uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.users where id = leaving and role = 'admin') then
      return;
    end if;
    perform app.lock_admins();
    if exists (select from app.able_admins() as id where id = leaving)
       and not exists (select from app.able_admins() as id where id <> leaving) then
      perform app.refuse_last_admin();
    end if;
  end
  $$;

-- Without any account there is nobody to lock out.
create function app.require_an_admin() returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.lock_admins();
    if not exists (select from app.able_admins()) and exists (select from auth.users) then
      perform app.refuse_last_admin();
    end if;
  end
  $$;

create function app.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Who could not sign in before is no loss.
    if not exists (
      select from auth.users
       where id = old.id and (deleted_at is not null or confirmed_at is null or banned_until > app.now())
    ) then
      perform app.require_an_admin();
    end if;
    return null;
  end
  $$;

create trigger keep_an_admin_by_role
  after update of role, deleted_at on public.users
  for each row when (old.role = 'admin' and old.deleted_at is null and (new.role <> 'admin' or new.deleted_at is not null))
  execute function app.keep_an_admin();

create trigger keep_an_admin
  after delete on public.users
  for each row when (old.role = 'admin' and old.deleted_at is null)
  execute function app.keep_an_admin();

create function app.keep_an_able_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if (old.banned_until is null or old.banned_until <= app.now())
       and exists (select from public.users where id = old.id and role = 'admin') then
      perform app.require_an_admin();
    end if;
    return null;
  end
  $$;

create trigger keep_an_able_admin
  after update of banned_until, deleted_at on auth.users
  for each row when (
    old.deleted_at is null and old.confirmed_at is not null
    and (new.deleted_at is not null or new.banned_until is distinct from old.banned_until)
  )
  execute function app.keep_an_able_admin();

revoke execute on function
  app.able_admins(), app.refuse_last_admin(), app.lock_admins(), app.require_another_admin(uuid), app.require_an_admin(),
  app.keep_an_admin(), app.keep_an_able_admin()
  from public;

-- People change roles through the server function `admin-users`, which asks for a fresh proof. This one is for holders of the
-- service key.
create or replace function public.set_user_role(input_user_id uuid, input_role text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.users set role = input_role where id = input_user_id;
    if not found then
      raise exception 'User not found';
    end if;

    insert into public.audit_log (action, subject_type, subject_id, details)
    values ('user_role_changed', 'user', input_user_id, jsonb_build_object('role', input_role));
  end
  $$;

revoke execute on function public.set_user_role(uuid, text) from authenticated;
grant execute on function public.set_user_role(uuid, text) to service_role;

-- replaces d87eb45ec1ee08b8d09923131c43c14323a4d341bca5de5535c82cfdda1d0975
