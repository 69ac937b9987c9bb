-- The roles that requests run as, and the rights of the role that the server logs in as.
--
-- Runs on every start and by hand: once per database, as a superuser or a role with CREATEROLE, wherever the server's
-- own login may not create roles. It changes only what is missing, so two servers may run it at the same moment.
--
-- The login role is named by the setting platform.server_role, and created if there is none of that name:
--   PGOPTIONS='-c platform.server_role=example_server' psql --file roles.sql
--
-- No role here needs a right that only superusers give. service_role passes row security by policies (0017).

do $$
declare
  api_roles constant text[] := array['anon', 'authenticated', 'service_role'];
  may_administer constant boolean := (select rolsuper or rolcreaterole from pg_roles where rolname = current_user);
  server_role constant text := coalesce(nullif(current_setting('platform.server_role', true), ''), 'platform_server');
  -- From 16 on, a membership need not include SET ROLE: who creates a role gets one without.
  knows_set constant boolean := current_setting('server_version_num')::integer >= 160000;
  can_become constant text := case when knows_set then 'set' else 'member' end;
  missing text[] := '{}';
  role_name text;
begin
  if not may_administer then
    foreach role_name in array api_roles loop
      if not exists (select from pg_roles where rolname = role_name and pg_has_role(oid, can_become)) then
        missing := missing || format('SET ROLE %s', role_name);
      end if;
    end loop;
    if not has_database_privilege(current_database(), 'create') then missing := missing || 'CREATE on the database'::text; end if;
    if not has_schema_privilege('public', 'create') then missing := missing || 'CREATE on schema public'::text; end if;
    if missing <> '{}' then
      raise insufficient_privilege using message = array_to_string(missing, ', ');
    end if;
    return;
  end if;

  -- Databases on one server share their roles but not this lock: hence also the exceptions below.
  perform pg_advisory_xact_lock(hashtext('platform roles'));

  foreach role_name in array api_roles || server_role loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I noinherit %s', role_name, case role_name when server_role then 'login' else 'nologin' end);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;

  -- The server takes on a caller's rights by SET ROLE alone, never by being a member.
  foreach role_name in array api_roles loop
    begin
      if not pg_has_role(server_role, role_name, can_become) then
        execute format('grant %I to %I', role_name, server_role) || case when knows_set then ' with set true, inherit false' else '' end;
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
    if pg_has_role('pg_database_owner', 'member') and not pg_has_role('pg_database_owner', 'usage') then
      set local role pg_database_owner;
    end if;
    execute format('grant usage, create on schema public to %I', server_role);
    set local role none;
  end if;
exception when insufficient_privilege then
  raise insufficient_privilege using message = format(
    'This login lacks rights (%s): run platform/sql/roles.sql once on this database as a superuser or a role with CREATEROLE, '
      'then log in as %s. docs/operations.md lists the rights and the SQL.',
    sqlerrm, server_role
  );
end
$$;
