import type { Statement } from '#db/database.ts'

/** A primary or foreign key in any schema, because an exposed view may use hidden tables. */
export type KeyRow = {
  constraint: string
  kind: 'p' | 'f'
  table_id: number
  table_schema: string
  table_name: string
  columns: KeyColumn[]
  foreign_id: number | null
  foreign_schema: string | null
  foreign_name: string | null
  foreign_columns: KeyColumn[] | null
  /** The columns are unique, so a foreign key is one-to-one. */
  is_unique: boolean
}

export type KeyColumn = { place: number; name: string }

export const keysQuery: Statement = {
  name: '',
  text: `
  select k.conname as constraint, k.contype as kind,
         k.conrelid::bigint::float8 as table_id, n.nspname as table_schema, c.relname as table_name,
         own.columns,
         nullif(k.confrelid, 0)::bigint::float8 as foreign_id, fn.nspname as foreign_schema, fc.relname as foreign_name,
         other.columns as foreign_columns,
         exists (select from pg_constraint u
                  where u.conrelid = k.conrelid and u.contype in ('p', 'u')
                    and u.conkey <@ k.conkey and u.conkey @> k.conkey) as is_unique
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_class fc on fc.oid = k.confrelid
    left join pg_namespace fn on fn.oid = fc.relnamespace
    cross join lateral (
      select json_agg(json_build_object('place', a.attnum, 'name', a.attname) order by o.i) as columns
        from unnest(k.conkey) with ordinality o (attnum, i)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.attnum) own
    cross join lateral (
      select json_agg(json_build_object('place', a.attnum, 'name', a.attname) order by o.i) as columns
        from unnest(k.confkey) with ordinality o (attnum, i)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.attnum) other
   where k.contype in ('p', 'f') and k.conparentid = 0
     and n.nspname not in ('pg_catalog', 'information_schema')
   order by n.nspname, c.relname, k.conname`,
}
