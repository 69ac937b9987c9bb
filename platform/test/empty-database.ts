import { type Database, type Sql, theServer } from '#db/database.ts'

/**
 * Creates the function that empties a database after tests. It deletes rows only where there are some: truncating
 * sixty tables and their indexes takes longer than most tests.
 */
export async function databaseCleaner(database: Database): Promise<() => Promise<void>> {
  const { rows } = await database.ask<{ name: string }>(theServer, { text: TABLES, values: [] })
  const except = await exceptions(database)
  const contents = rows.map(({ name }) => ({ name, from: `from ${name} ${except[name] ?? ''}` }))
  const lookedAt = contents.map(({ name, from }) => `('${name}', exists (select ${from}))`)
  const findFull = `select name from (values ${lookedAt.join(', ')}) as tables (name, is_full) where is_full`

  const deleteAll = async (sql: Sql): Promise<number> => {
    const full = new Set((await sql.query<{ name: string }>(findFull)).rows.map(({ name }) => name))
    for (const { from } of contents.filter(({ name }) => full.has(name))) {
      // Each time, since a deletion may restore it.
      await sql.query(`select set_config('storage.allow_delete_query', 'true', true)`)
      await sql.query(`delete ${from}`)
    }
    return full.size
  }

  return () =>
    database.as(theServer, async (sql) => {
      // Again, since deletions may write rows elsewhere.
      while ((await deleteAll(sql)) > 0) {}
    })
}

/** The buckets that migrations made stay. */
async function exceptions(database: Database): Promise<Record<string, string>> {
  const text = `select coalesce(string_agg(quote_literal(id), ', '), quote_literal('')) as ids from storage.buckets`
  const { rows } = await database.ask<{ ids: string }>(theServer, { text, values: [] })

  return { 'storage.buckets': `where id not in (${rows[0]?.ids})` }
}

/** Tables that others reference with restrict come last. */
const TABLES = `
  select name
    from (
      select format('%I.%I', schemaname, relname) as name
        from pg_stat_user_tables
       where schemaname in ('public', 'auth', 'storage', 'storage_private', 'ops')
       union all select 'jobs.job'
    ) as tables
   order by exists (
     select from pg_constraint
      where contype = 'f' and confdeltype = 'a' and confrelid = name::regclass
   ), name`
