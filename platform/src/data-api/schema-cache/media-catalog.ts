import type { Statement } from '#db/database.ts'
import type { Name } from './schema.ts'

/** An aggregate whose result is a domain named like a media type. */
export type HandlerRow = {
  schema: string
  name: string
  media_type: string
  is_jsonb: boolean
  /** The relation whose rows it takes; null for any. */
  relation: Name | null
}

/** An SQL condition: the type with this alias is a domain named like a media type. */
export const isMediaType = (type: string): string =>
  `(${type}.typtype = 'd' and (${type}.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or ${type}.typname = '*/*'))`

/** Domains on domains use the functions of their base type. */
export const isJsonb = (type: string): string =>
  `${type}.typsend = 'pg_catalog.jsonb_send'::regproc`

export const handlersQuery = (schemas: readonly string[]): Statement => ({
  text: QUERY,
  values: [schemas],
  name: '',
})

const QUERY = `
  select n.nspname as schema, p.proname as name, t.typname as media_type, ${isJsonb('t')} as is_jsonb,
         case when c.oid is not null then json_build_object('schema', cn.nspname, 'name', c.relname) end as relation
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype and ${isMediaType('t')}
    left join pg_class c on c.reltype = p.proargtypes[0] and c.relkind in ('r', 'v', 'm', 'f', 'p')
    left join pg_namespace cn on cn.oid = c.relnamespace
   where p.prokind = 'a' and p.pronargs = 1 and n.nspname = any ($1)
     and (c.oid is not null or p.proargtypes[0] = 'pg_catalog.anyelement'::regtype)
   order by n.nspname, p.proname, p.oid`
