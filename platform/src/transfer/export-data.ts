import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { quoteLiteral, quoteName } from '#data-api/quoting/identifiers.ts'
import { largestRow, portionsOf } from '#db/copy-database.ts'
import type { Sql } from '#db/database.ts'
import {
  authorsTables,
  type ExportedTable,
  type OpenFactor,
  platformTables,
} from './exported-tables.ts'
import { AUTHORS_SCHEMAS } from './hosted-schemas.ts'
import type { Report } from './report.ts'

/** References and triggers of the target are off meanwhile, as in a dump of the Supabase CLI. */
const HEAD = `SET session_replication_role = replica;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

CREATE SCHEMA IF NOT EXISTS supabase_migrations;
CREATE TABLE IF NOT EXISTS supabase_migrations.schema_migrations (version text PRIMARY KEY, statements text[], name text);

`

/** Writes all rows of a project as COPY, within the caller's transaction. */
export async function exportData(
  sql: Sql,
  { file, open, report }: { file: string; open: OpenFactor; report: Report },
): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain')
  }
  await sql.query(`set local timezone = 'UTC'`)
  await write(HEAD)
  const tables = [...platformTables(open), ...(await authorsTables(sql))]
  for (const [at, table] of tables.entries()) {
    const count = await exportTable(sql, table, { cursor: `exported_${at}`, write })
    report.add('carried', `rows of ${table.name.replaceAll('"', '')}`, { count })
  }
  for (const { name, value, isCalled } of await sequencesOf(sql)) {
    await write(`SELECT pg_catalog.setval(${quoteLiteral(name)}, ${value}, ${isCalled});\n`)
  }
  await write('\nRESET ALL;\n')
  out.end()
  await once(out, 'close')
}

type Writer = { cursor: string; write: (text: string) => Promise<void> }

async function exportTable(
  sql: Sql,
  { name, columns, targets, clauses, change = (row) => row }: ExportedTable,
  { cursor, write }: Writer,
): Promise<number> {
  if (columns.length === 0) return 0
  const largest = await largestRow(sql, { name, columns })
  let count = 0
  await write(`COPY ${name} (${targets.join(', ')}) FROM stdin;\n`)
  const read = { name, columns, largest, cursor, ...(clauses !== undefined && { clauses }) }
  for await (const rows of portionsOf(sql, read)) {
    await write(rows.map((row) => `${change(row).map(fieldOf).join('\t')}\n`).join(''))
    count += rows.length
  }
  await write('\\.\n\n')

  return count
}

const CONTROLS: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

const ESCAPED = new RegExp(`[${Object.keys(CONTROLS).join('').replace('\\', '\\\\')}]`, 'g')

const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replace(ESCAPED, (sign) => CONTROLS[sign] ?? sign)

type Sequence = { name: string; value: string; isCalled: boolean }

async function sequencesOf(sql: Sql): Promise<Sequence[]> {
  const { rows } = await sql.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'S' and ${AUTHORS_SCHEMAS} order by 1, 2`,
  )
  const sequences: Sequence[] = []
  for (const { schema, name } of rows) {
    const qualified = `${quoteName(schema)}.${quoteName(name)}`
    const state = await sql.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${qualified}`,
    )
    const [row] = state.rows
    if (row) sequences.push({ name: qualified, value: row.value, isCalled: row.called })
  }

  return sequences
}
