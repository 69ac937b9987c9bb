-- Names that SQL written for a hosted Supabase project refers to. Runs at every start of such a project, and adds only what is missing.
-- Where the login may not create roles or schemas, SQL that needs one of them fails with a message of its own.

do $$
declare
  may_administer constant boolean := (select rolsuper or rolcreaterole from pg_roles where rolname = current_user);
  server_role constant text := current_setting('platform.server_role');
  hosted constant text[] := array[
    'postgres', 'authenticator', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user'
  ];
  role_name text;
  extension_name text;
begin
  perform pg_advisory_xact_lock(hashtext('platform roles'));

  foreach role_name in array hosted loop
    if may_administer and not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;

  -- Dumps of a project comment on this schema and grant it, which is its owner's right.
  if (select rolsuper from pg_roles where rolname = current_user) then
    execute format('alter schema public owner to %I', server_role);
  end if;

  if to_regnamespace('extensions') is null then
    create schema extensions;
    execute format('alter schema extensions owner to %I', server_role);
  end if;
  -- A hosted project has these from its beginning, so that its SQL uses them without a statement that creates them.
  foreach extension_name in array array['pgcrypto', 'uuid-ossp'] loop
    if not exists (select from pg_extension where extname = extension_name) then
      begin
        execute format('create extension %I schema extensions', extension_name);
      exception when insufficient_privilege or undefined_file or feature_not_supported then
        null;
      end;
    end if;
  end loop;

  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    execute format('alter publication supabase_realtime owner to %I', server_role);
  end if;

  -- Realtime records changes by triggers, also on tables that others create at the configured address.
  if current_user <> server_role then
    execute format('alter default privileges in schema public grant all on tables to %I', server_role);
  end if;
end
$$;

-- Tables and functions that psql or another program creates are served without a restart, as at the hosted platform.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('platform roles'));

  create or replace function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as
  $watch$
  begin
    if exists (
      select from pg_catalog.pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp'
    ) then
      notify pgrst, 'reload schema';
    end if;
  end
  $watch$;

  create or replace function extensions.pgrst_drop_watch() returns event_trigger language plpgsql as
  $watch$
  begin
    if exists (select from pg_catalog.pg_event_trigger_dropped_objects() where not is_temporary) then
      notify pgrst, 'reload schema';
    end if;
  end
  $watch$;

  if not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
