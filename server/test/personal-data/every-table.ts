import type { AuthServer } from '#test/auth-server.ts'

type Ask = AuthServer['sql']

/** All tables of product and platform, so that a new one cannot be missed. */
export async function everyTable(sql: Ask): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace::regnamespace::text in
            ('public', 'app', 'auth', 'storage', 'storage_private', 'ops')
      order by 1`,
  )

  return rows.map(({ name }) => name)
}

/** Tables with a column that refers to a user, or is named as if it did. */
export async function tablesAboutPeople(sql: Ask): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name
       from pg_class
      where relkind = 'r'
        and relnamespace = any ('{public,auth,storage,ops}'::regnamespace[])
        and oid <> 'storage.buckets'::regclass
        and oid in (
          select attrelid from pg_attribute
           where attname in ('user_id', 'owner_id', 'actor_id', 'to_address', 'email')
          union
          select conrelid from pg_constraint
           where contype = 'f' and confrelid in ('auth.users'::regclass, 'public.users'::regclass))
      order by 1`,
  )

  return rows.map(({ name }) => name)
}

/** Tables that contain any of these texts in any row. */
export async function tablesWith(
  sql: Ask,
  tables: string[],
  words: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const rows = await sql(
      `select from ${table} as one
        where exists (select from unnest($1::text[]) as word where strpos(lower(one::text), lower(word)) > 0)
        limit 1`,
      [words],
    )
    if (rows.length > 0) found.push(table)
  }

  return found
}

/** How many rows each table has. */
export async function countRows(sql: Ask): Promise<Record<string, number>> {
  const tables = await everyTable(sql)
  const counts = tables.map((table) => `select '${table}' as name, count(*)::int from ${table}`)
  const rows = await sql<{ name: string; count: number }>(counts.join(' union all '))

  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
