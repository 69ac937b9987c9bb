import type { Statement } from '#db/database.ts'
import { isJsonb, isMediaType } from './media-catalog.ts'

export type FunctionRow = {
  schema: string
  name: string
  description: string | null
  arguments: ArgumentRow[] | null
  /** How many trailing arguments are optional. */
  defaults: number
  return_schema: string
  return_name: string
  returns_composite: boolean
  returns_set: boolean
  /** The planner's row estimate for a set-returning function. */
  rows: number
  /** The domain that it returns, if its name is a media type. */
  media_type: string | null
  media_is_jsonb: boolean
  volatility: 'i' | 's' | 'v'
  settings: string[] | null
  /** Set if its argument or result is exactly a row of a relation. */
  argument_relation: RelationName | null
  return_relation: RelationName | null
}

export type RelationName = { schema: string; name: string }

export type ArgumentRow = { name: string; type: string; is_variadic: boolean }

/** Functions of the exposed schemas; neither procedures nor aggregates nor triggers. */
export const functionsQuery = (schemas: readonly string[]): Statement => ({
  text: QUERY,
  values: [schemas],
  name: '',
})

const RELATION_OF = (type: string) => `
  (select json_build_object('schema', rn.nspname, 'name', rc.relname)
     from pg_type rt join pg_class rc on rc.oid = rt.typrelid join pg_namespace rn on rn.oid = rc.relnamespace
    where rt.oid = ${type} and rc.relkind in ('r', 'v', 'm', 'f', 'p'))`

// A domain counts as its base type; OUT and TABLE arguments make any result a row.
const QUERY = `
  with recursive behind (type, base, next) as (
    select oid, oid, typbasetype from pg_type
    union all
    select b.type, t.oid, t.typbasetype from behind b join pg_type t on t.oid = b.next
  )
  select n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as description,
         (select json_agg(json_build_object(
                   'name', coalesce(p.proargnames[a.i], ''),
                   'type', format_type(a.type, null),
                   'is_variadic', coalesce(p.proargmodes[a.i] = 'v', false)) order by a.i)
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (type, i)
           where coalesce(p.proargmodes[a.i], 'i') in ('i', 'b', 'v')) as arguments,
         p.pronargdefaults as defaults,
         tn.nspname as return_schema, coalesce(tc.relname, t.typname) as return_name,
         t.typtype = 'c' or coalesce(p.proargmodes && '{t,b,o}'::"char"[], false) as returns_composite,
         p.proretset as returns_set, p.prorows::float8 as rows, p.provolatile as volatility,
         p.proconfig as settings,
         case when ${isMediaType('r')} and not p.proretset then r.typname end as media_type,
         ${isJsonb('r')} as media_is_jsonb,
         case when p.pronargs = 1 then ${RELATION_OF('p.proargtypes[0]')} end as argument_relation,
         ${RELATION_OF('p.prorettype')} as return_relation
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type r on r.oid = p.prorettype
    join behind b on b.type = p.prorettype and b.next = 0
    join pg_type t on t.oid = b.base
    join pg_namespace tn on tn.oid = t.typnamespace
    left join pg_class tc on tc.oid = t.typrelid
   where p.prokind = 'f' and p.prorettype <> 'pg_catalog.trigger'::regtype and n.nspname = any ($1)
   order by n.nspname, p.proname, p.pronargs, p.oid`
