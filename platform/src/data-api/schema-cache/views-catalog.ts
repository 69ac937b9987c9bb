import type { Statement } from '#db/database.ts'

export type ViewRow = {
  id: number
  schema: string
  name: string
  /** The view's query as a node tree. */
  rule: string
  columns: { place: number; name: string }[]
}

export const viewsQuery: Statement = {
  name: '',
  text: `
  select c.oid::bigint::float8 as id, n.nspname as schema, c.relname as name, r.ev_action::text as rule,
         (select json_agg(json_build_object('place', a.attnum, 'name', a.attname) order by a.attnum)
            from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
   where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
   order by n.nspname, c.relname`,
}
