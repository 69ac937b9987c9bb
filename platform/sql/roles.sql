-- The roles that requests run as, and the role that the server logs in as.
--
-- Runs on every start and by hand: once per database, as a superuser, wherever the server itself may not
-- create roles. It changes only what is missing, so two servers may run it at the same moment.
--
-- The login role is named by the setting platform.server_role:
--   PGOPTIONS='-c platform.server_role=example_server' psql --file roles.sql

do $$
declare
  api_roles constant text[] := array['anon', 'authenticated', 'service_role'];
  may_administer constant boolean := (select rolsuper or rolcreaterole from pg_roles where rolname = current_user);
  server_role constant text := coalesce(nullif(current_setting('platform.server_role', true), ''), 'platform_server');
  role_name text;
begin
  if not may_administer then
    if (select count(*) from pg_roles where rolname = any (api_roles) and pg_has_role(oid, 'member')) < 3
       or not has_database_privilege(current_database(), 'create')
       or not has_schema_privilege('public', 'create') then
      raise insufficient_privilege;
    end if;
    return;
  end if;

  -- Databases on one server share their roles but not this lock: hence also the exceptions below.
  perform pg_advisory_xact_lock(hashtext('platform roles'));

  foreach role_name in array api_roles || server_role loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format(
          'create role %I noinherit %s',
          role_name,
          case role_name when server_role then 'login' when 'service_role' then 'nologin bypassrls' else 'nologin' end
        );
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;

  -- NOINHERIT: the server takes on a caller's rights by SET ROLE alone, never by being a member.
  foreach role_name in array api_roles loop
    begin
      if not pg_has_role(server_role, role_name, 'member') then
        execute format('grant %I to %I', role_name, server_role);
      end if;
      if not pg_has_role(role_name, 'member') then
        execute format('grant %I to current_user', role_name);
      end if;
    exception when unique_violation then
      null;
    end;
  end loop;

  if not has_database_privilege(server_role, current_database(), 'create') then
    execute format('grant create on database %I to %I', current_database(), server_role);
  end if;
  -- Being the database's owner is not enough: to a NOINHERIT role the schema's owner, pg_database_owner, lends nothing.
  if not has_schema_privilege(server_role, 'public', 'create') then
    execute format('grant usage, create on schema public to %I', server_role);
  end if;
exception when insufficient_privilege then
  raise insufficient_privilege using message = format(
    'This login lacks rights: run platform/sql/roles.sql once on this database as a superuser, then log in as %s.',
    server_role
  );
end
$$;
