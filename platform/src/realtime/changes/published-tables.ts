import { type Database, type Sql, theServer } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Log } from '#log/log.ts'

export const PUBLICATION = 'supabase_realtime'
const TRIGGER = '00_realtime_changes'
const LOCK_LIMIT_MS = 2_000

export type PublishedTable = {
  oid: string
  schema: string
  name: string
  /** The table that has the trigger and stands in `watched`: of a partition its root. */
  root: string
  isAttached: boolean
  /** Rows are filtered by the publication, which is refused. */
  isFiltered: boolean
}

type Needs = { db: Database; log: Log }

/** Gives every published table its trigger, and takes it from those that are published no longer. */
export async function attachTriggers({ db, log }: Needs): Promise<PublishedTable[]> {
  const sql = serverSql(db)
  const { rows: outdated } = await sql.query<Outdated>(OUTDATED, [PUBLICATION, TRIGGER])

  for (const { table, args } of outdated) {
    const text =
      args === null
        ? `drop trigger if exists "${TRIGGER}" on ${table}`
        : `create or replace trigger "${TRIGGER}" after insert or update or delete on ${table}
             for each row execute function realtime_private.record_change(${args})`
    await change(db, text).catch((err: unknown) => {
      log.warn({ err, table, attach: args !== null }, 'realtime trigger change failed')
    })
  }
  return publishedTables(sql)
}

type Outdated = {
  table: string
  /** null: the trigger has to go. */
  args: string | null
}

/** Waits briefly, since the table's writers wait behind it. */
const change = (db: Database, text: string) =>
  db.as(theServer, (sql) => sql.query(text), {
    settings: { lock_timeout: String(LOCK_LIMIT_MS) },
  })

async function publishedTables(sql: Sql): Promise<PublishedTable[]> {
  const { rows } = await sql.query<PublishedTable>(PUBLISHED, [PUBLICATION, TRIGGER])

  return rows
}

const ROOT = 'coalesce(pg_partition_root(published.relid)::oid, published.relid)'
const OF_PUBLICATION = `pg_publication as publication
  cross join pg_get_publication_tables(publication.pubname::text) as published`

const PUBLISHED = `
  select published.relid::text as oid, namespace.nspname::text as schema, relation.relname::text as name, ${ROOT}::text as root,
         published.qual is not null as "isFiltered",
         exists (select from pg_trigger where tgrelid = ${ROOT} and tgname = $2 and tgenabled <> 'D') as "isAttached"
    from ${OF_PUBLICATION}
    join pg_class as relation on relation.oid = published.relid
    join pg_namespace as namespace on namespace.oid = relation.relnamespace
   where publication.pubname = $1`

// A cast to json of a type made by SQL may raise.
const OUTDATED = `
  with wanted as (
    select distinct ${ROOT} as oid
      from ${OF_PUBLICATION}
     where publication.pubname = $1 and published.qual is null
  ), described as (
    select wanted.oid, relation.relkind = 'p' as is_partitioned,
           exists (
             select from pg_attribute as attribute
               join pg_type as type on type.oid = attribute.atttypid
              where attribute.attrelid = wanted.oid and attribute.attnum > 0 and not attribute.attisdropped
                and type.oid >= 16384 and not (type.typtype = 'd' and type.typbasetype < 16384)
                and (type.typtype <> 'e' or exists (select from pg_cast where castsource = type.oid and casttarget = 'json'::regtype))
           ) as is_custom
      from wanted
      join pg_class as relation on relation.oid = wanted.oid
  ), argued as (
    select oid, case when is_partitioned or is_custom
             then array[case when is_partitioned then 'partitioned' else 'plain' end, case when is_custom then 'custom' else 'builtin' end]
             else '{}'::text[] end as args
      from described
  ), attached as (
    select tgrelid as oid, tgargs
      from pg_trigger
     where tgname = $2 and tgparentid = 0
  )
  select format('%I.%I', namespace.nspname, relation.relname) as "table",
         case when argued.oid is not null
           then coalesce((select string_agg(quote_literal(arg), ', ') from unnest(argued.args) as arg), '') end as args
    from argued
    full join attached using (oid)
    join pg_class as relation using (oid)
    join pg_namespace as namespace on namespace.oid = relation.relnamespace
   where argued.oid is null or attached.oid is null
      or encode(attached.tgargs, 'escape')
         <> coalesce((select string_agg(arg || '\\000', '') from unnest(argued.args) as arg), '')`
