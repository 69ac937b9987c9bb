import type { Statement } from '#db/database.ts'

export type RoleSettingRow = { role: string; name: string; value: string }

/** Settings of roles that requests may use, limited to settings that any role may change. */
export const roleSettingsQuery: Statement = {
  name: '',
  text: `
  select r.rolname as role, split_part(entry, '=', 1) as name,
         substr(entry, strpos(entry, '=') + 1) as value
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole and pg_has_role(r.oid, 'member')
    cross join unnest(s.setconfig) entry
    left join pg_settings known on known.name = split_part(entry, '=', 1)
   where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
     and coalesce(known.context, 'user') = 'user'
   order by r.rolname, s.setdatabase`,
}

export type DescriptionRow = { schema: string; description: string | null }

export const descriptionsQuery = (schemas: readonly string[]): Statement => ({
  name: '',
  text: `select nspname as schema, obj_description(oid, 'pg_namespace') as description
           from pg_namespace where nspname = any ($1)`,
  values: [schemas],
})
