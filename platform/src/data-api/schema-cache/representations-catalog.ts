import type { Statement } from '#db/database.ts'

/** An implicit cast by a function between a domain and json or text. */
export type CastRow = {
  domain: string
  kind: 'to-json' | 'from-json' | 'from-text'
  schema: string
  name: string
}

/** Casts that format and parse values of a domain, if we may call them. */
export const castsQuery: Statement = {
  name: '',
  text: `
  select format_type(coalesce(source.oid, target.oid), null) as domain,
         case when source.oid is not null then 'to-json'
              when k.castsource = 'pg_catalog.json'::regtype then 'from-json'
              else 'from-text' end as kind,
         n.nspname as schema, p.proname as name
    from pg_cast k
    join pg_proc p on p.oid = k.castfunc
    join pg_namespace n on n.oid = p.pronamespace
    left join pg_type source on source.oid = k.castsource and source.typtype = 'd'
         and k.casttarget = 'pg_catalog.json'::regtype
    left join pg_type target on target.oid = k.casttarget and target.typtype = 'd'
         and k.castsource in ('pg_catalog.json'::regtype, 'pg_catalog.text'::regtype)
   where k.castcontext = 'i' and k.castmethod = 'f' and has_function_privilege(p.oid, 'execute')
     and (source.oid is not null or target.oid is not null)`,
}
