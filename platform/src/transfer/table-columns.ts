import type { Sql } from '#db/database.ts'

type TableColumn = { name: string; type: string }

/** The columns that take values, in the order of the table; null: there is no such table. */
export async function columnsOf(
  sql: Sql,
  { schema, name }: { schema: string | null; name: string },
): Promise<TableColumn[] | null> {
  const { rows } = await sql.query<{ columns: TableColumn[] | null }>(
    `select (select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
                                      order by attnum), '[]')
               from pg_attribute
              where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'f', 'v') and relname = $2
        and case when $1::text is null then pg_table_is_visible(pg_class.oid) else nspname = $1 end`,
    [schema, name],
  )

  return rows[0]?.columns ?? null
}
