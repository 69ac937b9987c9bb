import pg from 'pg'
import { type Database, theServer } from '#db/database.ts'
import type { DatabaseLocation } from '#db/open.ts'

/**
 * Creates the function that empties a database after tests. It deletes rows only where there are some: truncating
 * sixty tables and their indexes takes longer than most tests. Triggers stay silent, which takes a superuser: else
 * each account would be forgotten row by row, in all tables.
 */
export async function databaseCleaner(
  database: Database,
  location: DatabaseLocation,
  superuser: string | null,
): Promise<() => Promise<void>> {
  const { rows } = await database.ask<{ name: string }>(theServer, { text: TABLES })
  const except = await exceptions(database)
  const contents = rows.map(({ name }) => ({ name, from: `from ${name} ${except[name] ?? ''}` }))
  const lookedAt = contents.map(({ name, from }) => `('${name}', exists (select ${from}))`)
  const findFull = `select name from (values ${lookedAt.join(', ')}) as tables (name, is_full) where is_full`
  const { find, run } =
    location.kind === 'postgres' && superuser !== null
      ? await overPostgres(location.url, superuser)
      : overEmbedded(database)

  return async () => {
    const full = new Set((await find(findFull)).map(({ name }) => name))
    const deleted = contents.filter(({ name }) => full.has(name))
    if (deleted.length > 0) await run(deleted.map(({ from }) => `delete ${from}`))
  }
}

type Named = { name: string }

/** Over a connection of its own, which lasts as long as the process. */
async function overPostgres(url: string, superuser: string) {
  const address = new URL(superuser)
  address.pathname = new URL(url).pathname
  const client = new pg.Client(address.href)
  // A broken connection also fails the next query.
  client.on('error', () => {})
  await client.connect()
  await client.query('set session_replication_role = replica')

  return {
    find: async (text: string) => (await client.query<Named>({ name: 'find_full', text })).rows,
    run: async (deletions: string[]) => {
      const done = await client.query<never>(deletions.join(';'))
      const results = Array.isArray(done) ? done : [done]
      // Nothing else vacuums, and every later query would read past the deleted rows.
      for (const [i, { rowCount }] of results.entries()) {
        if (rowCount > MANY_ROWS) await client.query(`vacuum ${tableOf(deletions[i] ?? '')}`)
      }
    },
  }
}

const MANY_ROWS = 500
const tableOf = (deletion: string) => deletion.split(' ')[2]

function overEmbedded(database: Database) {
  return {
    find: async (text: string) => (await database.ask<Named>(theServer, { text })).rows,
    run: (deletions: string[]) => database.script([...SILENTLY, ...deletions].join(';')),
  }
}

const SILENTLY = [
  'set local session authorization postgres',
  'set local session_replication_role = replica',
]

/** The buckets that migrations made stay. */
async function exceptions(database: Database): Promise<Record<string, string>> {
  const text = `select coalesce(string_agg(quote_literal(id), ', '), quote_literal('')) as ids from storage.buckets`
  const { rows } = await database.ask<{ ids: string }>(theServer, { text, values: [] })

  return { 'storage.buckets': `where id not in (${rows[0]?.ids})` }
}

const TABLES = `
  select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
   where schemaname in ('public', 'auth', 'storage', 'storage_private', 'ops', 'realtime', 'realtime_private')`
