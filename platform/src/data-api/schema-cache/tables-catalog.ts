import type { Statement } from '#db/database.ts'

export type TableRow = {
  schema: string
  name: string
  description: string | null
  is_view: boolean
  /** Bit mask of allowed commands: 4 update, 8 insert, 16 delete. */
  commands: number
  columns: ColumnRow[] | null
}

export type ColumnRow = {
  name: string
  description: string | null
  type: string
  base_type: string
  max_length: number | null
  default: string | null
  is_nullable: boolean
  enum_values: string[] | null
}

/** Relations of the exposed schemas. Partitions are accessible only through their root table. */
export const tablesQuery = (schemas: readonly string[]): Statement => ({
  text: QUERY,
  values: [schemas],
  name: '',
})

// An identity column's default is its sequence, unless it is generated always. Read from the catalog, because
// pg_get_serial_sequence needs privileges that the login role may lack.
const QUERY = `
  select n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as description,
         c.relkind in ('v', 'm') as is_view,
         case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end as commands,
         (select json_agg(json_build_object(
                   'name', a.attname,
                   'description', col_description(c.oid, a.attnum),
                   'type', format_type(a.atttypid, a.atttypmod),
                   'base_type', format_type(case when t.typtype = 'd' then (
                                  with recursive domain (base) as (
                                    select t.typbasetype
                                     union all
                                    select b.typbasetype from domain
                                      join pg_type b on b.oid = domain.base and b.typtype = 'd')
                                  select base from domain
                                    join pg_type b on b.oid = domain.base and b.typtype <> 'd')
                                  else a.atttypid end, null),
                   'max_length', case when coalesce(nullif(t.typbasetype, 0), t.oid) in (1042, 1043)
                                      then nullif(case when t.typtype = 'd' then t.typtypmod else a.atttypmod end, -1) - 4 end,
                   'default', case when a.attgenerated <> '' or a.attidentity = 'a' then null
                                   when a.attidentity = 'd' then (
                                     select format('nextval(%L)', format('%I.%I', sn.nspname, s.relname))
                                       from pg_depend o
                                       join pg_class s on s.oid = o.objid and s.relkind = 'S'
                                       join pg_namespace sn on sn.oid = s.relnamespace
                                      where o.refobjid = c.oid and o.refobjsubid = a.attnum and o.deptype = 'i')
                                   else coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
                   'is_nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
                   'enum_values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
                                    where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid))
                 ) order by a.attnum)
            from pg_attribute a
            join pg_type t on t.oid = a.atttypid
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and n.nspname = any ($1)
   order by n.nspname, c.relname`
