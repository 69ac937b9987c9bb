import { type Database, type Statement, theServer } from '#db/database.ts'
import { type FunctionRow, functionsQuery } from './functions-catalog.ts'
import { keyRelationships, viewPrimaryKey } from './key-relationships.ts'
import { type KeyRow, keysQuery } from './keys-catalog.ts'
import { type HandlerRow, handlersQuery } from './media-catalog.ts'
import { relationshipsWithin } from './relationships.ts'
import { type CastRow, castsQuery } from './representations-catalog.ts'
import { isolationIn, routinesByName } from './routines.ts'
import type { ExposedSchema, MediaHandler, MediaHandlers, RoleSettings, Schema } from './schema.ts'
import { representationsByType, tableOf } from './tables.ts'
import { type TableRow, tablesQuery } from './tables-catalog.ts'
import { viewColumnOrigins } from './view-columns.ts'
import { type ViewRow, viewsQuery } from './views-catalog.ts'

type Catalog = {
  tables: TableRow[]
  keys: KeyRow[]
  views: ViewRow[]
  functions: FunctionRow[]
  handlers: HandlerRow[]
  casts: CastRow[]
  roleSettings: RoleSettingRow[]
  descriptions: DescriptionRow[]
}

/** Reads the catalog in one round trip and builds the schema for planning requests. */
export async function loadSchema(
  db: Pick<Database, 'askAll'>,
  schemas: readonly string[],
): Promise<Schema> {
  const catalog = await readCatalog(db, schemas)
  const origins = viewColumnOrigins(catalog.views)
  const fromKeys = keyRelationships(catalog.keys, catalog.views, origins)
  const primaryKeyOf = primaryKeys(catalog, origins)
  const representations = representationsByType(catalog.casts)
  const allTables = catalog.tables.map((row) => tableOf(row, primaryKeyOf(row), representations))

  const exposed = schemas.map((schema): [string, ExposedSchema] => {
    const functions = catalog.functions.filter((row) => row.schema === schema)
    const tables = allTables.filter((table) => table.schema === schema)
    const described = catalog.descriptions.find((row) => row.schema === schema)

    return [
      schema,
      {
        schema,
        description: described?.description ?? null,
        tables: new Map(tables.map((table) => [table.name, table])),
        relationships: relationshipsWithin(schema, allTables, fromKeys, functions),
        functions: routinesByName(functions),
        handlers: handlersWithin(schema, catalog.handlers),
      },
    ]
  })
  return { exposed: new Map(exposed), roleSettings: settingsByRole(catalog.roleSettings) }
}

async function readCatalog(
  db: Pick<Database, 'askAll'>,
  schemas: readonly string[],
): Promise<Catalog> {
  // With an empty search path, PostgreSQL prints every type and expression with its schema. JIT would take ten times
  // as long as the queries.
  const [tables, keys, views, functions, handlers, casts, roleSettings, descriptions] =
    await db.askAll(
      theServer,
      [
        tablesQuery(schemas),
        keysQuery,
        viewsQuery,
        functionsQuery(schemas),
        handlersQuery(schemas),
        castsQuery,
        roleSettingsQuery,
        descriptionsQuery(schemas),
      ],
      { readOnly: true, settings: { search_path: '', jit: 'off' } },
    )

  return {
    tables: (tables?.rows ?? []) as TableRow[],
    keys: (keys?.rows ?? []) as KeyRow[],
    views: (views?.rows ?? []) as ViewRow[],
    functions: (functions?.rows ?? []) as FunctionRow[],
    handlers: (handlers?.rows ?? []) as HandlerRow[],
    casts: (casts?.rows ?? []) as CastRow[],
    roleSettings: (roleSettings?.rows ?? []) as RoleSettingRow[],
    descriptions: (descriptions?.rows ?? []) as DescriptionRow[],
  }
}

function primaryKeys({ keys, views }: Catalog, origins: ReturnType<typeof viewColumnOrigins>) {
  return ({ schema, name, is_view }: TableRow): string[] => {
    if (!is_view) {
      const key = keys.find(
        (one) => one.kind === 'p' && one.table_schema === schema && one.table_name === name,
      )
      return key?.columns.map((column) => column.name) ?? []
    }
    const view = views.find((one) => one.schema === schema && one.name === name)
    return view ? viewPrimaryKey(view, keys, origins) : []
  }
}

function settingsByRole(rows: readonly RoleSettingRow[]): Map<string, RoleSettings> {
  const pairs = new Map<string, [string, string][]>()
  for (const { role, name, value } of rows) {
    pairs.set(role, [...(pairs.get(role) ?? []), [name, value]])
  }

  return new Map(
    [...pairs].map(([role, settings]) => [
      role,
      {
        settings: Object.fromEntries(
          settings.filter(([name]) => name !== 'default_transaction_isolation'),
        ),
        isolation: isolationIn(settings),
      },
    ]),
  )
}

/** Media handlers for the rows of one schema. If several exist for one media type, the schema's own is preferred. */
function handlersWithin(schema: string, rows: readonly HandlerRow[]): MediaHandlers {
  const inOrder = rows.toSorted((a, b) => rank(schema, a) - rank(schema, b))
  const byRelation = new Map<string, MediaHandler[]>()

  for (const row of inOrder) {
    if (row.relation?.schema !== schema) continue
    const { name } = row.relation
    byRelation.set(name, [...(byRelation.get(name) ?? []), handlerOf(row)])
  }
  return { byRelation, ofAnyRows: inOrder.filter(({ relation }) => !relation).map(handlerOf) }
}

const rank = (schema: string, row: HandlerRow): number => (row.schema === schema ? 0 : 1)

const handlerOf = (row: HandlerRow): MediaHandler => ({
  aggregate: { schema: row.schema, name: row.name },
  rowType: row.relation,
  mediaType: row.media_type,
  isJsonb: row.is_jsonb,
})

type RoleSettingRow = { role: string; name: string; value: string }

/** Settings of roles that requests may use, limited to settings that any role may change. */
const roleSettingsQuery: Statement = {
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

type DescriptionRow = { schema: string; description: string | null }

const descriptionsQuery = (schemas: readonly string[]): Statement => ({
  name: '',
  text: `select nspname as schema, obj_description(oid, 'pg_namespace') as description
           from pg_namespace where nspname = any ($1)`,
  values: [schemas],
})
