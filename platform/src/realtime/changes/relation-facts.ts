import { type Database, theServer } from '#db/database.ts'
import { PUBLICATION } from './published-tables.ts'

export type Column = {
  name: string
  /** PostgreSQL's name of the type, such as int8 or _text. */
  type: string
  /** The type in SQL, without its length. */
  sqlType: string
  isKey: boolean
  /** Equal values have equal JSON texts. */
  isExact: boolean
  isPublished: boolean
}

/** What the catalog says now about a table with recorded changes. */
export type RelationFacts = {
  /** The relation that recorded the change. */
  recorded: string
  /** The relation that it is told as: itself, or the partitioned table that is published. */
  told: string
  schema: string
  name: string
  columns: Column[]
  isIdentityFull: boolean
  published: { I: boolean; U: boolean; D: boolean }
  /** By role; a role without access to the schema has none. */
  roles: Record<string, RoleFacts>
}

export type RoleFacts = {
  /** The names of columns that the role may select. */
  selectable: string[]
  isUnderPolicies: boolean
}

/** The facts of these relations for these roles; relations that are gone or published no longer are left out. */
export async function readFacts(
  db: Database,
  relations: readonly string[],
  roles: readonly string[],
): Promise<Map<string, RelationFacts>> {
  const { rows } = await db.ask<RelationFacts>(
    theServer,
    { name: 'realtime_facts', text: FACTS, values: [relations, roles, PUBLICATION] },
    { readOnly: true },
  )

  return new Map(rows.map((row) => [row.recorded, { ...row, roles: row.roles ?? {} }]))
}

const ALLOWED = `has_schema_privilege(role.oid, told.relnamespace, 'usage')
  and has_column_privilege(role.oid, told.oid, attribute.attnum, 'select')`

// The owner passes policies unless they are forced, as do superusers and roles with BYPASSRLS.
const UNDER_POLICIES = `told.relrowsecurity and not role.rolsuper and not role.rolbypassrls
  and (told.relforcerowsecurity or not pg_has_role(role.oid, told.relowner, 'usage'))`

const EXACT = `(type.typtype = 'e'
    or type.oid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'uuid'::regtype, 'bool'::regtype, 'text'::regtype, 'varchar'::regtype))
  and coalesce((select collisdeterministic from pg_collation where oid = attribute.attcollation), true)`

const FACTS = `
  select given.oid::text as recorded, told.oid::text as told, namespace.nspname::text as schema, told.relname::text as name,
         told.relreplident = 'f' as "isIdentityFull",
         json_build_object('I', publication.pubinsert, 'U', publication.pubupdate, 'D', publication.pubdelete) as published,
         (select json_agg(json_build_object(
                   'name', attribute.attname, 'type', type.typname,
                   'sqlType', format_type(type.oid, -1),
                   'isKey', coalesce(attribute.attnum = any (key.indkey), false),
                   'isExact', ${EXACT},
                   'isPublished', coalesce(attribute.attnum = any (publishing.attrs), attribute.attgenerated = '')
                 ) order by attribute.attnum)
            from pg_attribute as attribute
            join pg_type as type on type.oid = attribute.atttypid
           where attribute.attrelid = told.oid and attribute.attnum > 0 and not attribute.attisdropped) as columns,
         (select json_object_agg(role.rolname, json_build_object(
                   'isUnderPolicies', ${UNDER_POLICIES},
                   'selectable', (select coalesce(json_agg(attribute.attname), '[]')
                                    from pg_attribute as attribute
                                   where attribute.attrelid = told.oid and attribute.attnum > 0 and not attribute.attisdropped
                                     and ${ALLOWED})))
            from pg_roles as role
           where role.rolname = any ($2::text[])) as roles
    from unnest($1::oid[]) as given (oid)
    join pg_publication as publication on publication.pubname = $3
    join lateral pg_get_publication_tables(publication.pubname::text) as publishing
      on publishing.relid = given.oid or publishing.relid in (select relid from pg_partition_ancestors(given.oid))
    join pg_class as told on told.oid = publishing.relid
    join pg_namespace as namespace on namespace.oid = told.relnamespace
    left join pg_index as key on key.indrelid = told.oid and key.indisprimary
   where publishing.qual is null`
