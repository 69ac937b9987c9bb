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
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    execute format('alter publication supabase_realtime owner to %I', server_role);
  end if;
end
$$;
