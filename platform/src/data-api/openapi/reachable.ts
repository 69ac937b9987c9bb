import type { Statement } from '#db/database.ts'

/** Relations and functions that the current role has any privilege on, one row each. */
export const reachableQuery = (schema: string): Statement => ({
  name: '',
  text: `
  select 'table' as kind, c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'f', 'p')
     and (pg_has_role(c.relowner, 'usage')
          or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege(c.oid, 'select, insert, update, references'))
   union
  select 'function', p.proname
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = $1 and has_function_privilege(p.oid, 'execute')`,
  values: [schema],
})

export type ReachableRow = { kind: 'table' | 'function'; name: string }
