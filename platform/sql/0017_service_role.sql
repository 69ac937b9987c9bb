-- service_role passes row security by policies. BYPASSRLS can be given by superusers alone, and managed servers have none to
-- offer. Policies widen rows and nothing else: which tables and columns the role reaches is still decided by grants.

-- Adds the policy to every table with row security that the caller owns and that lacks it. Ends its transaction after each
-- table, since a policy needs the table for itself: run it outside of one, after tables were made by other ways than migrations.
create procedure ops.admit_service_role()
  language plpgsql
  as $$
  declare
    passing constant text := 'service_role passes';
    statements text[];
    statement text;
  begin
    -- Expressions are read and written with every name qualified.
    perform pg_catalog.set_config('search_path', 'pg_catalog', true);

    select array_agg(made.text order by made.name, made.step, made.text) into statements
      from (
        select relation.oid::regclass::text as name, 1 as step,
               format('drop policy if exists %1$I on %2$s; create policy %1$I on %2$s to service_role using (true) with check (true)',
                      passing, relation.oid::regclass) as text
          from pg_class as relation
         where relation.relrowsecurity and relation.relkind in ('r', 'p') and relation.relowner = current_user::regrole
           and not exists (
             select from pg_policy
              where polrelid = relation.oid and polpermissive and polcmd = '*'
                and 'service_role'::regrole = any (polroles)
                and pg_get_expr(polqual, polrelid) = 'true' and coalesce(pg_get_expr(polwithcheck, polrelid), 'true') = 'true'
           )
        union all
        -- A restrictive policy for everyone means everyone but the service role, whom BYPASSRLS would exempt. A list of the
        -- other roles would leave out those that come later.
        select polrelid::regclass::text, 2,
               format('alter policy %I on %s', polname, polrelid::regclass)
                 || coalesce(' using (current_user = ''service_role'' or (' || pg_get_expr(polqual, polrelid) || '))', '')
                 || coalesce(' with check (current_user = ''service_role'' or (' || pg_get_expr(polwithcheck, polrelid) || '))', '')
          from pg_policy
          join pg_class as relation on relation.oid = polrelid
         where not polpermissive and 0 = any (polroles) and relation.relowner = current_user::regrole
           and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
               not like '((CURRENT\_USER = ''service\_role''::name) OR %'
      ) as made;

    foreach statement in array coalesce(statements, '{}') loop
      perform pg_catalog.set_config('lock_timeout', '3s', true);
      execute statement;
      commit;
    end loop;
  end
  $$;

revoke execute on procedure ops.admit_service_role() from public;
