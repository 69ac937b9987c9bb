import { qualified, quoteName } from '#data-api/quoting/identifiers.ts'
import type { Sql } from '#db/database.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { sqlOf } from '#project/apply-project.ts'
import { SCRIPT_SETTINGS } from '#project/run-statements.ts'
import type { DumpFile } from './dump-files.ts'
import { DumpReader } from './dump-reader.ts'
import { type Rows, stepFor } from './dump-step.ts'
import { isHostedSchema } from './hosted-schemas.ts'
import { loadRows } from './load-rows.ts'
import { isStaged, StagedTables } from './staged-tables.ts'
import { columnsOf } from './table-columns.ts'

export type CheckLine = { isRight: boolean; what: string; result: string }

const COMPARED = 100

/** Reads a dump again, beside what was imported, and compares. Nothing is changed. */
export async function checkImport(
  { client }: FurtherSession,
  files: readonly DumpFile[],
): Promise<CheckLine[]> {
  const sql = sqlOf(client)
  await client.query(SCRIPT_SETTINGS)
  await client.query('begin')
  try {
    const staged = new StagedTables(sql)
    const copies = new Map<string, Copy>()
    for (const { file, path } of files) {
      const reader = new DumpReader(file, path)
      for (let next = await reader.next(); next; next = await reader.next()) {
        const step = stepFor(next.text, () => true)
        if (step.do === 'rows') await takeRows({ sql, staged, copies }, step, next.text, reader)
      }
    }
    const lines: CheckLine[] = []
    for (const copy of copies.values()) lines.push(await compare(sql, copy))

    return [...lines, ...(await checkPlatform(sql, staged))]
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** A table, and its rows of the dump beside it. */
type Copy = { table: string; beside: string; columns: string[] }
type Places = { sql: Sql; staged: StagedTables; copies: Map<string, Copy> }

async function takeRows(
  { sql, staged, copies }: Places,
  step: Rows,
  text: string,
  reader: DumpReader,
): Promise<void> {
  const { table, columns, format } = step
  const key = `${table.schema ?? 'public'}.${table.name}`
  const lines = format === 'copy' ? reader.rows() : null
  const load = async (name: string, list: { name: string; type: string }[]) => {
    if (lines) await loadRows(sql, { name, columns: list }, lines)
    else await sql.query(text.slice(0, table.from) + name + text.slice(table.to))
  }

  if (isStaged(key) && columns) {
    const list = columns.map((column) => ({ name: quoteName(column), type: 'text' }))
    await load(await staged.open(key, columns), list)
  } else if (table.schema !== null && isHostedSchema(table.schema)) {
    for await (const _ of lines ?? []);
  } else {
    const known = (await columnsOf(sql, table)) ?? []
    const list = (columns ?? known.map(({ name }) => name)).map((name) => ({
      name: quoteName(name),
      type: known.find((column) => column.name === name)?.type ?? 'text',
    }))
    await load(await besideTable(sql, copies, { table: step.table, list }), list)
  }
}

async function besideTable(
  sql: Sql,
  copies: Map<string, Copy>,
  {
    table: { schema, name },
    list,
  }: { table: Rows['table']; list: { name: string; type: string }[] },
): Promise<string> {
  const table = qualified({ schema: schema ?? 'public', name })
  const known = copies.get(table)
  if (known) return known.beside

  const beside = `pg_temp.beside_${copies.size}`
  const definition = list.map((column) => `${column.name} ${column.type}`).join(', ')
  await sql.query(`create temporary table ${beside} (${definition})`)
  copies.set(table, { table, beside, columns: list.map((column) => column.name) })
  return beside
}

type Compared = { expected: number; there: number; absent: number }

async function compare(sql: Sql, { table, beside, columns }: Copy): Promise<CheckLine> {
  const row = (alias: string) =>
    `row(${columns.map((column) => `${alias}.${column}`).join(', ')})::text`
  const { rows } = await sql.query<Compared>(
    `select (select count(*)::float8 from ${beside}) as expected, (select count(*)::float8 from ${table}) as there,
            (select count(*)::float8
               from (select * from ${beside} order by random() limit ${COMPARED}) as sample
              where not exists (select from ${table} as one where ${row('one')} = ${row('sample')})) as absent`,
  )

  return lineFor(`rows of ${table.replaceAll('"', '')}`, rows[0])
}

function lineFor(what: string, compared: Compared | undefined): CheckLine {
  const { expected, there, absent } = compared ?? { expected: 0, there: 0, absent: 0 }
  const sampled = Math.min(COMPARED, expected)

  return {
    isRight: expected === there && absent === 0,
    what,
    result: `${there} of ${expected}, ${sampled - absent} of ${sampled} compared are equal`,
  }
}

async function checkPlatform(sql: Sql, staged: StagedTables): Promise<CheckLine[]> {
  const lines: CheckLine[] = []
  const users = staged.of('auth.users')
  if (users) {
    const { rows } = await sql.query<Compared>(
      `select (select count(*)::float8 from ${users.name}) as expected, (select count(*)::float8 from auth.users) as there,
              (select count(*)::float8
                 from (select to_jsonb(staged) as row from ${users.name} as staged order by random() limit ${COMPARED}) as sample
                where not exists (
                  select from auth.users
                   where id::text = row ->> 'id' and email is not distinct from lower(nullif(row ->> 'email', ''))
                     and encrypted_password is not distinct from nullif(row ->> 'encrypted_password', '')
                     and banned_until is not distinct from (row ->> 'banned_until')::timestamptz)) as absent`,
    )
    lines.push(lineFor('accounts', rows[0]))
  }
  for (const [table, what] of [
    ['auth.identities', 'identities'],
    ['storage.buckets', 'buckets'],
    ['storage.objects', 'files'],
  ] as const) {
    const source = staged.of(table)
    if (!source) continue
    const { rows } = await sql.query<Compared>(
      `select (select count(*)::float8 from ${source.name}) as expected, (select count(*)::float8 from ${table}) as there,
              (select count(*)::float8 from (select id from ${source.name} order by random() limit ${COMPARED}) as sample
                where not exists (select from ${table} as one where one.id::text = sample.id)) as absent`,
    )
    lines.push(lineFor(what, rows[0]))
  }

  return lines
}
