import { StartError } from '#errors/start-error.ts'
import { type Database, type Sql, theServer } from './database.ts'

type Column = { name: string; type: string }
type Table = { name: string; columns: Column[]; largest: number }
/** `cursor`: a name that no other table of the transaction uses; `clauses`: what follows the table in the statement. */
type ReadTable = Table & { cursor: string; clauses?: string }

/** What one step holds in memory, by the largest row of its table. */
const PORTION_BYTES = 4 * 2 ** 20
const PORTION_ROWS = 500

/** Nobody else waits for either database. */
const LONG = { statementLimitMs: 24 * 3600 * 1000 }

/**
 * Replaces all rows of a database with those of another one of the same schema, in one transaction. Returns how many rows there are in
 * which tables. The record of migrations is the target's own.
 */
export function copyDatabase(from: Database, to: Database): Promise<ReadonlyMap<string, number>> {
  return from.as(
    theServer,
    (source) => to.as(theServer, (target) => copyRows(source, target), LONG),
    LONG,
  )
}

async function copyRows(source: Sql, target: Sql): Promise<ReadonlyMap<string, number>> {
  const tables = await tablesOf(source)
  const putBack = await removeRules(target)
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)

  const counts = new Map<string, number>()
  for (const [at, table] of tables.entries())
    counts.set(table.name, await copyTable(source, target, { ...table, cursor: `copied_${at}` }))
  await copySequences(source, target)
  // What is deferred has to be checked before a table can be altered.
  await target.query('set constraints all immediate')
  for (const statement of putBack) await target.query(statement)

  return counts
}

const OURS = `n.nspname not in ('information_schema', 'history') and n.nspname !~ '^pg_'`

/** Columns that the database computes are left out: it computes them again. Partitions are copied with their parent, since the target has others. */
async function tablesOf(sql: Sql): Promise<Table[]> {
  const { rows } = await sql.query<Omit<Table, 'largest'>>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
                     order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${OURS}
      group by 1 order by 1`,
  )
  const tables: Table[] = []
  for (const table of rows) tables.push({ ...table, largest: await largestRow(sql, table) })

  return tables
}

/** As stored: texts may be compressed there. */
export async function largestRow(
  sql: Sql,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
): Promise<number> {
  const size = columns.map((column) => `coalesce(pg_column_size(${column.name}), 0)`).join(' + ')
  const { rows } = await sql.query<{ largest: number | null }>(
    `select max(${size}) as largest from ${name}`,
  )

  return Number(rows[0]?.largest ?? 0)
}

/**
 * Triggers would write rows of their own, and a row may come before the one that it refers to. Returns the statements that put triggers
 * and references back; a reference is checked by that.
 */
export async function removeRules(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ remove: string; put_back: string }>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, r.conname) as remove,
            format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, r.conname, pg_get_constraintdef(r.oid)) as put_back
       from pg_constraint r
       join pg_class c on c.oid = r.conrelid
       join pg_namespace n on n.oid = c.relnamespace
      where r.contype = 'f' and r.conparentid = 0 and ${OURS}
      union all
     select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname),
            format('alter table %I.%I enable trigger %I', n.nspname, c.relname, t.tgname)
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled = 'O' and c.relkind in ('r', 'p') and ${OURS}`,
  )
  for (const { remove } of rows) await sql.query(remove)

  return rows.map(({ put_back }) => put_back)
}

/** Inserts what `portionsOf` reads. */
async function copyTable(source: Sql, target: Sql, table: ReadTable): Promise<number> {
  const { name, columns } = table
  const insert = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${columns.map(({ type }, at) => `c${at}::${type}`).join(', ')}
      from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as r(${columns.map((_, at) => `c${at}`).join(', ')})`

  let count = 0
  for await (const rows of portionsOf(source, table)) {
    await target.query(
      insert,
      columns.map((_, at) => rows.map((row) => row[at])),
    )
    count += rows.length
  }
  await requireCount(target, name, count)

  return count
}

/**
 * Reads a table within a transaction, every value as text, in portions that fit into memory. A cursor of its own for each table: the columns
 * of a statement are remembered by its text.
 */
export async function* portionsOf(
  sql: Sql,
  { name, columns, largest, cursor, clauses = '' }: ReadTable,
): AsyncGenerator<(string | null)[][]> {
  const portion = Math.max(1, Math.min(PORTION_ROWS, Math.floor(PORTION_BYTES / (largest || 1))))
  await sql.query(
    `declare ${cursor} no scroll cursor for
     select ${columns.map((column, at) => `(${column.name})::text as c${at}`).join(', ')} from ${name} ${clauses}`,
  )

  for (;;) {
    const { rows } = await sql.query<Record<string, string | null>>(
      `fetch ${portion} from ${cursor}`,
    )
    if (rows.length === 0) break
    yield rows.map((row) => columns.map((_, at) => row[`c${at}`] ?? null))
  }
  await sql.query(`close ${cursor}`)
}

/** A row may not vanish without an error, as a trigger that stays enabled could do. */
async function requireCount(sql: Sql, table: string, count: number): Promise<void> {
  const { rows } = await sql.query<{ count: string }>(`select count(*) from ${table}`)
  if (Number(rows[0]?.count) === count) return

  throw new StartError(`${table} has ${rows[0]?.count} rows after ${count} were copied.`)
}

async function copySequences(source: Sql, target: Sql): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
       from pg_sequences
      where last_value is not null and schemaname <> 'history'`,
  )
  for (const { name, value } of rows)
    await target.query('select setval($1::regclass, $2::bigint)', [name, value])
}
